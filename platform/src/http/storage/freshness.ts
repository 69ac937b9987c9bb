type Headers = { ifNoneMatch: string | undefined; ifModifiedSince: string | undefined }
export type Validators = { etag: string; lastModified: Date }

/** Whether what the client has is what it would get. */
export function isFresh(
  { ifNoneMatch, ifModifiedSince }: Headers,
  { etag, lastModified }: Validators,
): boolean {
  if (ifNoneMatch !== undefined) {
    const known = ifNoneMatch.split(',').map((one) => one.trim().replace(/^W\//, ''))
    return known.includes('*') || known.includes(etag)
  }

  return ifModifiedSince !== undefined && inSeconds(lastModified) <= inSeconds(ifModifiedSince)
}

/** A part is only of use to somebody who has the rest of the same file. */
export function isSameFile(
  ifRange: string | undefined,
  { etag, lastModified }: Validators,
): boolean {
  if (ifRange === undefined) return true
  if (ifRange.startsWith('"')) return ifRange === etag

  return inSeconds(ifRange) === inSeconds(lastModified)
}

/** Dates in headers know no smaller unit; one that cannot be read is never equal, and never later. */
const inSeconds = (date: Date | string) => Math.floor(new Date(date).getTime() / 1000)
