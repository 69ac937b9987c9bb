type Credentials = { clientId: string; clientSecret: string }

/** Parses `Authorization: Basic`; OAuth form-encodes both parts inside it. */
export function basicCredentials(header: string | undefined): Credentials | undefined {
  const encoded = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(header ?? '')?.[1]
  if (encoded === undefined) return undefined
  const [clientId = '', clientSecret = ''] = Buffer.from(encoded, 'base64')
    .toString()
    .split(/:(.*)/s)

  return { clientId: formDecoded(clientId), clientSecret: formDecoded(clientSecret) }
}

const formDecoded = (text: string): string =>
  new URLSearchParams(`x=${text.replaceAll('&', '%26')}`).get('x') ?? ''
