import { get } from 'node:http'

/** @param {number} client @returns {Promise<string>} */
export function updateClient (client) {
  return new Promise((resolve, reject) => {
    const request = get(`${process.env.DOWNSTREAM_URL}/clients/${client}`, (response) => {
      response.resume()
      response.on('error', reject)
      response.on('end', () => {
        if (response.statusCode === 200) resolve(`client ${client}`)
        else reject(new Error(`client ${client}: ${response.statusCode}`))
      })
    })
    request.on('error', reject)
  })
}
