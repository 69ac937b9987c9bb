import type {
  CreationOptionsJson,
  NewPasskeyJson,
  PasskeyJson,
  PasskeyOptionsJson,
} from '@app/contract/webauthn'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { withPasskeyTexts } from '#api/errors/passkey-texts.ts'
import { readConfigScript } from '#config/config-script.ts'
import { askIdentity } from './ask-identity.ts'
import { sessionsQuery } from './sessions.ts'
import { createCredential } from './webauthn.ts'

export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: () => askIdentity<PasskeyJson[]>('passkeys'),
})

export function useAddPasskey() {
  const client = useQueryClient()

  return useMutation({
    mutationFn: () => withPasskeyTexts(addPasskey),
    onSuccess: () => client.invalidateQueries({ queryKey: passkeysQuery.queryKey }),
  })
}

async function addPasskey(): Promise<NewPasskeyJson> {
  const { challenge_id, options } = await askIdentity<PasskeyOptionsJson<CreationOptionsJson>>(
    'passkeys/registration/options',
    { method: 'POST', body: {} },
  )
  const credential = await createCredential(options)

  return askIdentity('passkeys/registration/verify', {
    method: 'POST',
    body: { challenge_id, credential },
  })
}

export function useRenamePasskey() {
  const client = useQueryClient()

  return useMutation({
    mutationFn: ({ id, name }: { id: string; name: string }) =>
      askIdentity(`passkeys/${id}`, { method: 'PATCH', body: { friendly_name: name } }),
    onSuccess: () => client.invalidateQueries({ queryKey: passkeysQuery.queryKey }),
  })
}

/** Ends the sessions that it opened elsewhere, and tells the browser, which may hide the passkey then. */
export function useRemovePasskey(userId: string) {
  const client = useQueryClient()

  return useMutation({
    mutationFn: (id: string) => askIdentity(`passkeys/${id}`, { method: 'DELETE' }),
    onSettled: async () => {
      void client.invalidateQueries({ queryKey: sessionsQuery.queryKey })
      await client.invalidateQueries({ queryKey: passkeysQuery.queryKey })
      const kept = client.getQueryData(passkeysQuery.queryKey)
      if (kept) await signalKept(userId, kept).catch(() => {})
    },
  })
}

/** The user handle is the text of the account's id. */
async function signalKept(userId: string, kept: readonly PasskeyJson[]): Promise<void> {
  const native = globalThis.PublicKeyCredential as typeof PublicKeyCredential | undefined

  await native?.signalAllAcceptedCredentials?.({
    rpId: readConfigScript().passkeys ?? '',
    userId: btoa(userId).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''),
    allAcceptedCredentialIds: kept.map(({ credential_id }) => credential_id),
  })
}
