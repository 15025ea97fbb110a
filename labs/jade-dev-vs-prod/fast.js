import listen from './app.js'

export default function listenInProduction () {
  process.env.NODE_ENV = 'production'
  return listen()
}
