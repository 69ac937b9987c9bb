type Headers = { ifNoneMatch: string | undefined; ifModifiedSince: string | undefined }
export type Validators = { etag: string; lastModified: Date }

/** Whether the client's cached copy is current. */
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

/** A range is only usable with the same version of the file. */
export function isSameFile(
  ifRange: string | undefined,
  { etag, lastModified }: Validators,
): boolean {
  if (ifRange === undefined) return true
  if (ifRange.startsWith('"')) return ifRange === etag

  return inSeconds(ifRange) === inSeconds(lastModified)
}

/** Header dates have second precision; an invalid date is never equal and never later. */
const inSeconds = (date: Date | string) => Math.floor(new Date(date).getTime() / 1000)
