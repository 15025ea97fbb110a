import listen from './app.js'

export default function listenInDevelopment () {
  process.env.NODE_ENV = 'development'
  return listen()
}
