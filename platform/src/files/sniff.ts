import { bareType } from './mime-types.ts'

/** As many of a file's first bytes as are looked at. */
export const SNIFFED_BYTES = 16

/** Where everybody's browser will show the file as a picture, its bytes are looked at, not its name. */
const SNIFFED_BUCKETS = ['avatars']

export const isSniffed = (bucketId: string): boolean => SNIFFED_BUCKETS.includes(bucketId)

/** How a file of each type begins, in hexadecimal digits; a dot stands for any of them. */
const BEGINNINGS: Record<string, RegExp> = {
  'image/png': /^89504e470d0a1a0a/,
  'image/jpeg': /^ffd8ff/,
  'image/gif': /^47494638(37|39)61/,
  'image/webp': /^52494646.{8}57454250/,
}

/** Whether the bytes begin as a file of this type must; a type we cannot recognise never does. */
export function beginsLike(contentType: string, head: Uint8Array): boolean {
  const digits = Buffer.from(head.subarray(0, SNIFFED_BYTES)).toString('hex')

  return BEGINNINGS[bareType(contentType)]?.test(digits) ?? false
}
