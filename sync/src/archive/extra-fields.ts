import { SyncError } from '#errors/sync-error.ts'
import type { Bytes } from '#objects/bytes.ts'

export type Extra = ReadonlyMap<number, Bytes>

const ZIP64 = 1
const UNKNOWN = 0xffffffff

/** The optional fields of an entry, by id. */
export function extraFields(bytes: Bytes): Extra {
  const fields = new Map<number, Bytes>()
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 0
  while (at + 4 <= bytes.length) {
    const end = at + 4 + view.getUint16(at + 2, true)
    if (end > bytes.length) break
    fields.set(view.getUint16(at, true), bytes.subarray(at + 4, end))
    at = end
  }
  return fields
}

/** Values too large for 32 bits are in the 64-bit field, in this order. */
export function zip64Values(
  extra: Extra,
  values: [size: number, packedSize: number, headerAt: number],
): [number, number, number] {
  const field = extra.get(ZIP64)
  const view = field && new DataView(field.buffer, field.byteOffset, field.byteLength)
  let at = 0
  const resolve = (value: number): number => {
    if (value !== UNKNOWN || !view) return value
    if (at + 8 > view.byteLength) throw new SyncError('zip_invalid')
    at += 8
    return Number(view.getBigUint64(at - 8, true))
  }
  const [size, packedSize, headerAt] = values

  return [resolve(size), resolve(packedSize), resolve(headerAt)]
}
