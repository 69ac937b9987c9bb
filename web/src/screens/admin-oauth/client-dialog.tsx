import type { OAuthClientLine, OAuthClientText } from '@app/contract/admin-oauth'
import { LONGEST_CLIENT_NAME, LONGEST_CLIENT_URI, MOST_REDIRECT_URIS } from '@app/contract/oauth'
import { Checkbox } from '@app/ui/checkbox.tsx'
import { TextArea } from '@app/ui/text-area.tsx'
import { TextField } from '@app/ui/text-field.tsx'
import { toasts } from '@app/ui/toaster.tsx'
import { useAction } from '@app/ui/use-action.ts'
import { type FieldErrors, useForm } from '@app/ui/use-form.ts'
import {
  createOAuthClient,
  updateOAuthClient,
  useRefreshOAuthClients,
} from '#api/admin/admin-oauth.ts'
import { AdminFailure } from '#features/admin/admin-failure.tsx'
import { AdminFormDialog } from '#features/admin/admin-form-dialog.tsx'
import { useProof } from '#features/admin/use-proof.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { Translator } from '#i18n/messages.ts'
import type { ShownSecret } from './secret-dialog.tsx'

type Draft = {
  name: string
  uri: string
  /** One per line. */
  redirects: string
  isPublic: boolean
  isFirstParty: boolean
}

type Props = {
  /** null for a new client. */
  client: OAuthClientLine | null
  onSecret: (secret: ShownSecret) => void
  onClose: () => void
}

export function ClientDialog({ client, onSecret, onClose }: Props) {
  const { t } = useTranslation()
  const { form, failure, dialog } = useClientForm({ client, onSecret, onClose })

  return (
    <AdminFormDialog
      form={form}
      title={t(client ? 'adminOAuth.editTitle' : 'adminOAuth.add')}
      onClose={onClose}
      submitText={t(client ? 'adminOAuth.save' : 'adminOAuth.create')}
      proof={dialog}
    >
      <TextField
        {...form.field('name')}
        label={t('adminOAuth.name')}
        hint={t('adminOAuth.nameHint')}
        maxLength={LONGEST_CLIENT_NAME}
        autoComplete="off"
      />
      <TextArea
        {...form.field('redirects')}
        label={t('adminOAuth.redirects')}
        hint={t('adminOAuth.redirectsHint')}
        rows={3}
        spellCheck={false}
      />
      <TextField
        {...form.field('uri')}
        label={t('adminOAuth.website')}
        hint={t('adminOAuth.websiteHint')}
        maxLength={LONGEST_CLIENT_URI}
        inputMode="url"
        autoComplete="off"
      />
      <div>
        {!client && (
          <Checkbox
            {...form.checkbox('isPublic')}
            label={t('adminOAuth.isPublic')}
            hint={t('adminOAuth.isPublicHint')}
          />
        )}
        {!client?.isDynamic && (
          <Checkbox
            {...form.checkbox('isFirstParty')}
            label={t('adminOAuth.isFirstParty')}
            hint={t('adminOAuth.isFirstPartyHint')}
          />
        )}
      </div>
      {failure && <AdminFailure error={failure.error} />}
    </AdminFormDialog>
  )
}

function useClientForm({ client, onSecret, onClose }: Props) {
  const { t } = useTranslation()
  const { prove, dialog } = useProof()
  const refresh = useRefreshOAuthClients()
  const action = useAction<'submit'>()
  const form = useForm<Draft>({
    initial: draftOf(client),
    check: (draft) => complaints(t, draft),
    save: async (draft) => {
      const text = textOf(draft)
      const { isPublic } = draft
      try {
        if (client) await prove((nonce) => updateOAuthClient(client.id, text, nonce))
        else onSecret(await prove((nonce) => createOAuthClient({ ...text, isPublic }, nonce)))
      } finally {
        await refresh()
      }
      toasts.show({ title: t('adminOAuth.saved', { app: text.name }), tone: 'positive' })
      onClose()
    },
    action,
  })

  return { form, failure: action.failure, dialog }
}

const draftOf = (client: OAuthClientLine | null): Draft => ({
  name: client?.name ?? '',
  uri: client?.uri ?? '',
  redirects: client?.redirectUris.join('\n') ?? '',
  isPublic: client?.isPublic ?? false,
  isFirstParty: client?.isFirstParty ?? false,
})

const textOf = ({ name, uri, redirects, isFirstParty }: Draft): OAuthClientText => ({
  name: name.trim(),
  uri: uri.trim(),
  redirectUris: redirects.split('\n').flatMap((line) => line.trim() || []),
  isFirstParty,
})

/** The server knows all rules; these are the ones that typing easily breaks. */
function complaints(t: Translator['t'], draft: Draft): FieldErrors<Draft> {
  const { name, uri, redirectUris } = textOf(draft)
  const wrong = redirectUris.find((one) => !URL.canParse(one) || one.includes('#'))

  return {
    name: name ? null : t('adminOAuth.nameMissing'),
    uri: uri === '' || /^https?:\/\/[^\s/]/.test(uri) ? null : t('adminOAuth.websiteWrong'),
    redirects:
      redirectUris.length === 0
        ? t('adminOAuth.redirectsMissing')
        : redirectUris.length > MOST_REDIRECT_URIS
          ? t('adminOAuth.redirectsTooMany')
          : wrong === undefined
            ? null
            : t('adminOAuth.redirectWrong', { address: wrong }),
  }
}
