const TABLE = new Uint32Array(256)
for (let byte = 0; byte < 256; byte++) {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0x82f63b78 : value >>> 1
  TABLE[byte] = value
}

/**
 * CRC-32C (Castagnoli), the checksum of OP_MSG; node:zlib has only the other polynomial.
 *
 * @param {Uint8Array} bytes
 * @returns {number} an unsigned 32 bit number
 */
export function crc32c (bytes) {
  let value = 0xffffffff
  for (let i = 0; i < bytes.length; i++) value = TABLE[(value ^ bytes[i]) & 0xff] ^ (value >>> 8)
  return (value ^ 0xffffffff) >>> 0
}
