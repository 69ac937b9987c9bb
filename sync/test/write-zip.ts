import { deflateRawSync } from 'node:zlib'
import { crc32 } from '#archive/crc32.ts'

/** Anything a hostile or odd archive may say instead of the truth. */
export type ZipEntry = {
  name: string | Uint8Array
  data?: string | Uint8Array
  method?: number
  flags?: number
  /** Type and permissions as Unix keeps them; without one the archive comes from DOS. */
  unixMode?: number
  crc?: number
  size?: number
  packedSize?: number
  headerAt?: number
  headerName?: string
  extra?: Uint8Array
  zip64?: boolean
}

const UTF8 = 0x800

export function writeZip(
  entries: readonly ZipEntry[],
  { comment = '', count = entries.length, zip64 = false } = {},
): Uint8Array<ArrayBuffer> {
  const parts: Buffer[] = []
  const lines: Buffer[] = []
  let at = 0
  for (const entry of entries) {
    const { header, line } = write(entry, at)
    parts.push(header)
    lines.push(line)
    at += header.length
  }
  const directory = Buffer.concat(lines)
  const tail = zip64 ? end64(count, directory.length, at) : Buffer.alloc(0)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(zip64 ? 0xffff : count & 0xffff, 8)
  end.writeUInt16LE(zip64 ? 0xffff : count & 0xffff, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(zip64 ? 0xffffffff : at, 16)
  end.writeUInt16LE(Buffer.byteLength(comment), 20)

  return Uint8Array.from(Buffer.concat([...parts, directory, tail, end, Buffer.from(comment)]))
}

function write(entry: ZipEntry, at: number) {
  const { method = 8, unixMode, zip64 = false } = entry
  const name = Buffer.from(entry.name as string)
  const flags = entry.flags ?? (typeof entry.name === 'string' ? UTF8 : 0)
  const data = Buffer.from((entry.data ?? '') as string)
  const packed = method === 8 ? deflateRawSync(data) : data
  const size = entry.size ?? data.length
  const packedSize = entry.packedSize ?? packed.length
  const headerAt = entry.headerAt ?? at
  const extra = Buffer.concat([
    Buffer.from(entry.extra ?? new Uint8Array()),
    zip64 ? extra64(size, packedSize, headerAt) : Buffer.alloc(0),
  ])
  const shared = Buffer.alloc(26)
  shared.writeUInt16LE(20, 0)
  shared.writeUInt16LE(flags, 2)
  shared.writeUInt16LE(method, 4)
  shared.writeUInt32LE(entry.crc ?? crc32(Uint8Array.from(data)), 10)
  shared.writeUInt32LE(zip64 ? 0xffffffff : packedSize, 14)
  shared.writeUInt32LE(zip64 ? 0xffffffff : size, 18)
  const headerName = Buffer.from(entry.headerName ?? name)
  const inHeader = Buffer.from(shared)
  inHeader.writeUInt16LE(headerName.length, 22)
  shared.writeUInt16LE(name.length, 22)
  shared.writeUInt16LE(extra.length, 24)
  const rest = Buffer.alloc(14)
  rest.writeUInt32LE(((unixMode ?? 0) << 16) >>> 0, 6)
  rest.writeUInt32LE(zip64 ? 0xffffffff : headerAt, 10)
  const madeBy = Buffer.from([20, unixMode === undefined ? 0 : 3])

  return {
    header: Buffer.concat([Buffer.from('PK\x03\x04'), inHeader, headerName, packed]),
    line: Buffer.concat([Buffer.from('PK\x01\x02'), madeBy, shared, rest, name, extra]),
  }
}

function extra64(size: number, packedSize: number, headerAt: number): Buffer {
  const field = Buffer.alloc(28)
  field.writeUInt16LE(1, 0)
  field.writeUInt16LE(24, 2)
  field.writeBigUInt64LE(BigInt(size), 4)
  field.writeBigUInt64LE(BigInt(packedSize), 12)
  field.writeBigUInt64LE(BigInt(headerAt), 20)
  return field
}

function end64(count: number, size: number, at: number): Buffer {
  const end = Buffer.alloc(76)
  end.writeUInt32LE(0x06064b50, 0)
  end.writeBigUInt64LE(44n, 4)
  end.writeBigUInt64LE(BigInt(count), 24)
  end.writeBigUInt64LE(BigInt(count), 32)
  end.writeBigUInt64LE(BigInt(size), 40)
  end.writeBigUInt64LE(BigInt(at), 48)
  end.writeUInt32LE(0x07064b50, 56)
  end.writeBigUInt64LE(BigInt(at + size), 64)
  end.writeUInt32LE(1, 72)
  return end
}
