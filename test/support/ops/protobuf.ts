/** Reads protocol buffers without their schema: the fields of a message by number. */

/** The values of each field: numbers as bigint, length-delimited values as bytes. */
export type Message = Map<number, (bigint | Buffer)[]>

/** Reads one message. @throws RangeError when it ends too early */
export function readMessage(bytes: Buffer): Message {
  const fields: Message = new Map()
  for (let at = 0; at < bytes.length; ) {
    const key = readVarint(bytes, at)
    const [field, wireType] = [Number(key.value >> 3n), Number(key.value & 7n)]
    const { value, next } = readValue(bytes, key.next, wireType)
    fields.set(field, [...(fields.get(field) ?? []), value])
    at = next
  }
  return fields
}

/** Reads a value of a wire type. @throws RangeError when the message ends too early */
function readValue(bytes: Buffer, at: number, wireType: number): { value: bigint | Buffer; next: number } {
  if (wireType === 0) return readVarint(bytes, at)
  if (wireType === 1) return { value: bytes.readBigUInt64LE(at), next: at + 8 }
  if (wireType === 5) return { value: BigInt(bytes.readUInt32LE(at)), next: at + 4 }
  const length = readVarint(bytes, at)
  const next = length.next + Number(length.value)
  if (next > bytes.length) throw new RangeError('The message ends too early.')
  return { value: bytes.subarray(length.next, next), next }
}

/** Reads a variable-length integer. */
function readVarint(bytes: Buffer, from: number): { value: bigint; next: number } {
  let value = 0n
  for (let at = from; ; at++) {
    const byte = bytes.readUInt8(at)
    value |= BigInt(byte & 0x7f) << BigInt(7 * (at - from))
    if (byte < 0x80) return { value, next: at + 1 }
  }
}
