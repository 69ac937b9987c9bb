import { createPublicKey, type JsonWebKey, verify } from 'node:crypto'

type Jwk = JsonWebKey & { kid: string }

export type Claims = Record<string, unknown> & { iat: number; exp: number }

/** Decodes a JWT and finds the published key that signed it, if any. */
export async function readJwt(token: string, certsUrl: string) {
  const [header = '', claims = '', signature = ''] = token.split('.')
  const { keys } = (await (await fetch(certsUrl)).json()) as { keys: Jwk[] }
  const { alg, kid } = parse(header) as { alg: string; kid: string }
  const jwk = keys.find((one) => one.kid === kid)

  return {
    alg,
    kid,
    claims: parse(claims) as Claims,
    isSigned:
      jwk !== undefined &&
      verify(
        'sha256',
        Buffer.from(`${header}.${claims}`),
        createPublicKey({ key: jwk, format: 'jwk' }),
        Buffer.from(signature, 'base64url'),
      ),
  }
}

const parse = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString())
