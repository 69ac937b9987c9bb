import type { EnvironmentReader } from './environment.ts'

/** The bucket of an S3 service that stores files' bytes. */
export type S3Config = {
  /** Without a path. */
  endpoint: string
  bucket: string
  /** Precedes each key: empty, or with a slash at its end. */
  prefix: string
  region: string
  /** The bucket is the path's first segment, else part of the host name. */
  isPathStyle: boolean
  accessKey: string
  secretKey: string
  /** A call without any progress for so long has failed. */
  silenceLimitMs: number
}

export type FilesConfig = {
  /** null: all bytes are in the database. */
  s3: S3Config | null
  /** Where new bytes go. Both homes stay readable. */
  home: (typeof HOMES)[number]
  /** Public files are served by S3 itself, at a URL signed for a minute. */
  redirects: boolean
}

const SILENCE_LIMIT_MS = 10_000
const HOMES = ['database', 's3'] as const

export function readFiles(env: EnvironmentReader): FilesConfig {
  const s3 = readS3(env)
  const home = env.oneOf('FILES_HOME', HOMES, s3 ? 's3' : 'database')
  const redirects = env.flag('FILES_REDIRECT', false)
  if (s3 === null && !env.isSet('FILES_URL')) {
    if (home === 's3') env.problem('FILES_HOME=s3 needs FILES_URL')
    if (redirects) env.problem('FILES_REDIRECT needs FILES_URL')
  }

  return { s3, home, redirects }
}

const EXAMPLE = 's3://bucket?region=eu-central-1'
const PARAMETERS = ['region', 'endpoint', 'style']
/** Names that AWS and like services allow; upper case and underscores are not portable. */
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
const PREFIX = /^[\w.-]+(\/[\w.-]+)*$/

function readS3(env: EnvironmentReader): S3Config | null {
  const text = env.get('FILES_URL')
  const accessKey = env.get('FILES_ACCESS_KEY')
  const secretKey = env.get('FILES_SECRET_KEY')
  if (text === undefined) return null

  if (accessKey === undefined) env.problem('FILES_ACCESS_KEY is missing, which FILES_URL needs')
  if (secretKey === undefined) env.problem('FILES_SECRET_KEY is missing, which FILES_URL needs')
  const place = placeOf(text)
  if (typeof place === 'string') {
    env.problem(`FILES_URL ${place}`)
    return null
  }
  return {
    ...place,
    accessKey: accessKey ?? '',
    secretKey: secretKey ?? '',
    silenceLimitMs: SILENCE_LIMIT_MS,
  }
}

type Place = Omit<S3Config, 'accessKey' | 'secretKey' | 'silenceLimitMs'>

/** The place, or why the address has none. */
function placeOf(text: string): Place | string {
  if (!text.startsWith('s3://') || !URL.canParse(text)) {
    return `must be an address such as ${EXAMPLE}`
  }
  const { hostname: bucket, port, pathname, hash, username, password, searchParams } = new URL(text)
  if (username || password) {
    return 'must not hold credentials, which belong in FILES_ACCESS_KEY and FILES_SECRET_KEY'
  }
  const unknown = [...searchParams.keys()].find((name) => !PARAMETERS.includes(name))
  if (unknown !== undefined || hash) return `may have the parameters ${PARAMETERS.join(', ')} only`
  if (port || !BUCKET.test(bucket)) return `must begin with a bucket's name, as in ${EXAMPLE}`

  const folder = pathname.replace(/^\/|\/$/g, '')
  if (folder !== '' && (!PREFIX.test(folder) || /(^|\/)\.\.?(\/|$)/.test(folder))) {
    return 'has a path with other characters than letters, digits, dots, hyphens and underscores'
  }
  const region = searchParams.get('region') ?? 'us-east-1'
  if (!/^[a-z0-9-]+$/.test(region)) return 'has a region that cannot be one'

  const given = searchParams.get('endpoint')
  const endpoint = given ?? `https://s3.${region}.amazonaws.com`
  if (!/^https?:\/\/[^/?#@\\\s]+\/?$/.test(endpoint) || !URL.canParse(endpoint)) {
    return 'has an endpoint that is no address without a path, such as https://s3.example.com'
  }
  // A certificate for *.example.com does not cover a bucket's name with dots.
  const isPathStyle = given !== null || bucket.includes('.')
  const style = searchParams.get('style') ?? (isPathStyle ? 'path' : 'host')
  if (style !== 'path' && style !== 'host') return 'must have path or host as its style'

  return {
    endpoint: new URL(endpoint).origin,
    bucket,
    prefix: folder === '' ? '' : `${folder}/`,
    region,
    isPathStyle: style === 'path',
  }
}
