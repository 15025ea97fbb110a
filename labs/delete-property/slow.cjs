'use strict'

module.exports = function points (rows) {
  const users = []
  for (let i = 0; i < rows.length; i++) {
    const [id, password, visits, likes] = rows[i]
    const user = { id, password, visits, likes }
    delete user.password
    users.push(user)
  }
  let total = 0
  for (let i = 0; i < users.length; i++) total += users[i].visits + users[i].likes
  return total
}
