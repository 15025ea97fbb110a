/** @param {number} cart @returns {object[]} the pipeline for the sum of the cart's items: one document, or none if the cart is empty */
export const totalOf = (cart) => [
  { $match: { cart } },
  { $group: { _id: '$cart', total: { $sum: { $multiply: ['$price', '$quantity'] } } } },
]
