import { bareType } from './mime-types.ts'

/** The number of leading bytes that are checked. */
export const SNIFFED_BYTES = 16

/** Buckets whose files browsers show as images: the bytes decide the type, not the declaration. */
const SNIFFED_BUCKETS = ['avatars']

export const isSniffed = (bucketId: string): boolean => SNIFFED_BUCKETS.includes(bucketId)

/** The first bytes of each type in hexadecimal; a dot matches any digit. */
const BEGINNINGS: Record<string, RegExp> = {
  'image/png': /^89504e470d0a1a0a/,
  'image/jpeg': /^ffd8ff/,
  'image/gif': /^47494638(37|39)61/,
  'image/webp': /^52494646.{8}57454250/,
}

/** Whether the first bytes match the type; false for unknown types. */
export function beginsLike(contentType: string, head: Uint8Array): boolean {
  const digits = Buffer.from(head.subarray(0, SNIFFED_BYTES)).toString('hex')

  return BEGINNINGS[bareType(contentType)]?.test(digits) ?? false
}
