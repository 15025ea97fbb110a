/** @param {number} cart @returns {object[]} the pipeline whose one document has what its items cost together; of an empty cart there is none */
export const totalOf = (cart) => [
  { $match: { cart } },
  { $group: { _id: '$cart', total: { $sum: { $multiply: ['$price', '$quantity'] } } } },
]
