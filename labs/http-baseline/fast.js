import fastify from 'fastify'

export default async function listen () {
  const app = fastify()

  app.get('/hello', (req, reply) => {
    reply.send('hello world')
  })

  app.post('/echo', (req, reply) => {
    reply.send(req.body)
  })

  await app.listen({ port: 0, host: '127.0.0.1' })
  return app.server
}
