import type { CreationOptionsJson, RequestOptionsJson } from '@app/contract/webauthn'
import { CodedError } from '#api/errors/coded-error.ts'

/** The user closed the browser's dialog or let it expire, which needs no message. */
export const isCancelled = (error: unknown): boolean =>
  error instanceof CodedError && error.code === CANCELLED

export const createCredential = (options: CreationOptionsJson) =>
  askBrowser((native) =>
    navigator.credentials.create({
      publicKey: native.parseCreationOptionsFromJSON(options as NativeCreationOptions),
    }),
  )

export const requestCredential = (options: RequestOptionsJson) =>
  askBrowser((native) =>
    navigator.credentials.get({
      publicKey: native.parseRequestOptionsFromJSON(options as NativeRequestOptions),
    }),
  )

type Native = typeof PublicKeyCredential
type NativeCreationOptions = Parameters<Native['parseCreationOptionsFromJSON']>[0]
type NativeRequestOptions = Parameters<Native['parseRequestOptionsFromJSON']>[0]

/** The answer in its JSON form. Older browsers lack the conversions of WebAuthn level 3. */
async function askBrowser(ask: (native: Native) => Promise<Credential | null>): Promise<object> {
  const native = globalThis.PublicKeyCredential as Native | undefined
  if (!native?.parseRequestOptionsFromJSON) throw new CodedError('webauthn_unsupported')

  const credential = await ask(native).catch((error: unknown) => {
    throw asCoded(error)
  })
  return (credential as PublicKeyCredential).toJSON()
}

const CANCELLED = 'webauthn_cancelled'

/** By the names that WebAuthn gives its errors. */
const CODES: Partial<Record<string, string>> = {
  NotAllowedError: CANCELLED,
  AbortError: CANCELLED,
  InvalidStateError: 'webauthn_credential_exists',
  NotSupportedError: 'webauthn_unsupported',
  SecurityError: 'webauthn_wrong_site',
}

function asCoded(error: unknown): unknown {
  const code = error instanceof DOMException ? CODES[error.name] : undefined

  return code ? new CodedError(code, '', { cause: error }) : error
}
