import type { Bytes } from '#objects/bytes.ts'
import { nameIn } from '#objects/listing.ts'

const EXAMPLE_PARTS = new Set(['example', 'sample', 'template', 'tpl', 'dist', 'defaults'])

/** Files that usually contain passwords. Examples for other developers are excluded, and searched like any other file. */
export function isEnvFile(path: string): boolean {
  const name = nameIn(path).toLowerCase()
  if (!name.startsWith('.env') && !name.endsWith('.env')) return false

  return !name.split(/[._-]/).some((part) => EXAMPLE_PARTS.has(part))
}

export type CredentialKind = 'credentials_file' | 'key_file'

/** Files whose name indicates a password or private key, regardless of their content. */
export function credentialKind(path: string, bytes: Bytes): CredentialKind | null {
  const name = nameIn(path).toLowerCase()
  if (CREDENTIAL_NAMES.has(name) || AWS_CREDENTIALS.test(path)) return 'credentials_file'
  if (name === '.npmrc') return holdsNpmToken(headOf(bytes)) ? 'credentials_file' : null
  if (KEY_NAME.test(name)) return 'key_file'
  if (CONTAINER_NAME.test(name)) return 'key_file'
  if (TEXT_KEY_NAME.test(name)) return isPublicPem(headOf(bytes)) ? null : 'key_file'

  return null
}

const CREDENTIAL_NAMES = new Set([
  '.pypirc',
  '.netrc',
  '_netrc',
  '.git-credentials',
  '.pgpass',
  '.htpasswd',
  '.dockercfg',
  '.vault-token',
])
const AWS_CREDENTIALS = /(?:^|\/)\.aws\/credentials$/
const KEY_NAME = /^id_(?:rsa|dsa|ecdsa|ecdsa_sk|ed25519|ed25519_sk)$/
const CONTAINER_NAME = /\.(?:p12|pfx|jks|keystore|p8|ppk|kdbx)$/
const TEXT_KEY_NAME = /\.(?:pem|key)$/

const HEAD_BYTES = 64 * 1024
const decoder = new TextDecoder('latin1')

const headOf = (bytes: Bytes): string => decoder.decode(bytes.subarray(0, HEAD_BYTES))

/** A variable name instead of a token is replaced from the environment. */
const holdsNpmToken = (text: string): boolean =>
  text.split('\n').some((line) => {
    const [name = '', ...rest] = line.split('=')
    const value = rest.join('=').trim()

    return /_(?:authToken|auth|password)\s?$/.test(name) && value !== '' && !value.includes('${')
  })

/** Certificates and public keys are public. */
const isPublicPem = (text: string): boolean =>
  text.includes('-----BEGIN ') && !text.includes('PRIVATE KEY')
