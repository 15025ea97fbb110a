/** What the server is configured with, as a file of it would be read. */
export const settings = JSON.stringify({
  greeting: 'hello world',
  hosts: Array.from({ length: 500 }, (_, index) => ({ name: `host-${index}`, port: 8000 + index })),
})
