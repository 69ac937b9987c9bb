const SIGNS = String.raw`\w!\-.*'() &$@=;:+,?`
const KEY = new RegExp(`^[${SIGNS}/]{1,1024}$`)
const BUCKET = new RegExp(`^[${SIGNS}]{1,100}$`)

// Routes use these names in the position of a bucket's name.
const RESERVED = [
  'authenticated',
  'copy',
  'info',
  'list',
  'list-v2',
  'move',
  'public',
  'sign',
  'upload',
]

/** No name may be ambiguous as a path or a URL. */
export const isFileName = (name: string): boolean =>
  KEY.test(name) && !name.split('/').some((segment) => segment === '.' || segment === '..')

export const isBucketName = (name: string): boolean =>
  BUCKET.test(name) && name.trim() === name && !name.endsWith('--table-s3')

export const isReserved = (name: string): boolean => RESERVED.includes(name)
