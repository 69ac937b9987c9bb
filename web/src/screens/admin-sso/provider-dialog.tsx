import type { SsoProviderLine, SsoProviderText } from '@app/contract/admin-sso'
import {
  isSsoDomain,
  LONGEST_RESOURCE_ID,
  MOST_SSO_CLAIMS,
  MOST_SSO_DOMAINS,
  NAME_ID_FORMATS,
} from '@app/contract/sso'
import { ChoiceGroup } from '@app/ui/choice-group.tsx'
import { FailureNotice } from '@app/ui/failure-notice.tsx'
import { ChevronDownIcon } from '@app/ui/icons.tsx'
import { Select } from '@app/ui/select.tsx'
import { TextArea } from '@app/ui/text-area.tsx'
import { TextField } from '@app/ui/text-field.tsx'
import { toasts } from '@app/ui/toaster.tsx'
import { type FieldErrors, useForm } from '@app/ui/use-form.ts'
import type { ReactNode } from 'react'
import {
  createSsoProvider,
  updateSsoProvider,
  useRefreshSsoProviders,
} from '#api/admin/admin-sso.ts'
import { AdminFormDialog } from '#features/admin/admin-form-dialog.tsx'
import { adminMessage } from '#features/admin/admin-message.ts'
import { useProof } from '#features/admin/use-proof.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { MessageKey, Translator } from '#i18n/messages.ts'
import { mappingLines, readMapping } from './mapping-lines.ts'
import { formatOf, nameIdWords } from './name-id-words.ts'

type Draft = {
  source: 'url' | 'xml'
  metadataUrl: string
  metadataXml: string
  /** One per line. */
  domains: string
  mapping: string
  nameIdFormat: SsoProviderText['nameIdFormat']
  resourceId: string
}

type Props = {
  /** null for a new provider. */
  provider: SsoProviderLine | null
  onClose: () => void
  onCreated: (id: string) => void
}

export function ProviderDialog(props: Props) {
  const { provider, onClose } = props
  const { t } = useTranslation()
  const { form, dialog } = useProviderForm(props)
  const isByUrl = form.draft.source === 'url'

  return (
    <AdminFormDialog
      form={form}
      title={t(provider ? 'adminSso.editTitle' : 'adminSso.add')}
      onClose={onClose}
      submitText={t(provider ? 'adminSso.save' : 'adminSso.create')}
      proof={dialog}
    >
      <ChoiceGroup
        {...form.choice('source')}
        label={t('adminSso.metadata')}
        choices={[
          { value: 'url', label: t('adminSso.byUrl') },
          { value: 'xml', label: t('adminSso.byXml') },
        ]}
      />
      {isByUrl ? (
        <TextField
          {...form.field('metadataUrl')}
          label={t('adminSso.metadataUrl')}
          hint={t('adminSso.metadataUrlHint')}
          inputMode="url"
          autoComplete="off"
        />
      ) : (
        <TextArea
          {...form.field('metadataXml')}
          label={t('adminSso.metadataXml')}
          hint={t(provider ? 'adminSso.metadataXmlKept' : 'adminSso.metadataXmlHint')}
          rows={5}
          spellCheck={false}
        />
      )}
      <TextArea
        {...form.field('domains')}
        label={t('adminSso.domains')}
        hint={t('adminSso.domainsHint')}
        rows={2}
        spellCheck={false}
      />
      <MoreFields isOpen={provider !== null && hasMore(provider)}>
        <TextArea
          {...form.field('mapping')}
          label={t('adminSso.mapping')}
          hint={t('adminSso.mappingHint')}
          rows={2}
          spellCheck={false}
        />
        <Select
          {...form.choice('nameIdFormat')}
          label={t('adminSso.nameId')}
          hint={t('adminSso.nameIdHint')}
          options={NAME_ID_FORMATS.map((value) => ({ value, label: t(nameIdWords(value)) }))}
        />
        <TextField
          {...form.field('resourceId')}
          label={t('adminSso.resourceId')}
          hint={t('adminSso.resourceIdHint')}
          maxLength={LONGEST_RESOURCE_ID}
          autoComplete="off"
        />
      </MoreFields>
      <FailureNotice failure={form.failure} />
    </AdminFormDialog>
  )
}

/** What a first company rarely needs. */
function MoreFields({ isOpen, children }: { isOpen: boolean; children: ReactNode }) {
  const { t } = useTranslation()

  return (
    <details open={isOpen} className="group rounded-md border border-line">
      <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-4 px-4 text-sm font-medium">
        {t('adminSso.more')}
        <ChevronDownIcon className="size-5 flex-none text-ink-soft transition-transform group-open:rotate-180" />
      </summary>
      <div className="grid gap-5 border-t border-line p-4">{children}</div>
    </details>
  )
}

const hasMore = ({ mapping, nameIdFormat, resourceId }: SsoProviderLine) =>
  Object.keys(mapping).length > 0 ||
  resourceId !== null ||
  formatOf(nameIdFormat) !== NAME_ID_FORMATS[0]

function useProviderForm({ provider, onClose, onCreated }: Props) {
  const { t } = useTranslation()
  const { prove, dialog } = useProof()
  const refresh = useRefreshSsoProviders()
  const form = useForm<Draft>({
    initial: draftOf(provider),
    check: (draft) => complaints(t, draft, provider),
    explain: (error) => refusalOf(t, error),
    save: async (draft) => {
      const text = textOf(draft, provider)
      try {
        if (provider) await prove((nonce) => updateSsoProvider(provider.id, text, nonce))
        else onCreated((await prove((nonce) => createSsoProvider(text, nonce))).id)
      } finally {
        await refresh()
      }
      const company = text.domains[0] ?? t('adminSso.company')
      toasts.show({ title: t('adminSso.saved', { company }), tone: 'positive' })
      onClose()
    },
  })

  return { form, dialog }
}

const draftOf = (provider: SsoProviderLine | null): Draft => ({
  source: provider && provider.metadataUrl === null ? 'xml' : 'url',
  metadataUrl: provider?.metadataUrl ?? '',
  metadataXml: '',
  domains: provider?.domains.join('\n') ?? '',
  mapping: provider ? mappingLines(provider.mapping) : '',
  nameIdFormat: formatOf(provider?.nameIdFormat ?? null),
  resourceId: provider?.resourceId ?? '',
})

/** Metadata that stays is not sent, so that nothing is fetched for another change. */
function textOf(draft: Draft, provider: SsoProviderLine | null): SsoProviderText {
  const url = draft.metadataUrl.trim()

  return {
    ...(draft.source === 'url' && url !== provider?.metadataUrl && { metadataUrl: url }),
    ...(draft.source === 'xml' && draft.metadataXml.trim() && { metadataXml: draft.metadataXml }),
    domains: domainsIn(draft),
    mapping: readMapping(draft.mapping).mapping,
    nameIdFormat: draft.nameIdFormat,
    resourceId: draft.resourceId.trim(),
  }
}

const domainsIn = ({ domains }: Draft) =>
  domains.split(/[\s,]+/).flatMap((domain) => domain.trim().toLowerCase() || [])

/** The server knows all rules; these are the ones that typing easily breaks. */
function complaints(
  t: Translator['t'],
  draft: Draft,
  provider: SsoProviderLine | null,
): FieldErrors<Draft> {
  const domains = domainsIn(draft)
  const wrong = domains.find((domain) => !isSsoDomain(domain))
  const { mapping, wrong: wrongLine } = readMapping(draft.mapping)
  const isKept = provider !== null && provider.metadataUrl === null

  return {
    metadataUrl:
      draft.source === 'xml' || URL.canParse(draft.metadataUrl.trim())
        ? null
        : t('adminSso.metadataUrlWrong'),
    metadataXml:
      draft.source === 'url' || isKept || draft.metadataXml.trim()
        ? null
        : t('adminSso.metadataXmlMissing'),
    domains:
      wrong !== undefined
        ? t('adminSso.domainWrong', { domain: wrong })
        : domains.length === 0
          ? t('adminSso.domainsMissing')
          : domains.length > MOST_SSO_DOMAINS
            ? t('adminSso.domainsTooMany', { count: MOST_SSO_DOMAINS })
            : null,
    mapping:
      wrongLine !== null
        ? t('adminSso.mappingWrong', { line: wrongLine })
        : Object.keys(mapping).length > MOST_SSO_CLAIMS
          ? t('adminSso.mappingTooMany', { count: MOST_SSO_CLAIMS })
          : null,
  }
}

/** Each refusal of the server beside the field that caused it. */
const FIELDS: Partial<Record<string, ['metadata' | 'domains' | 'resourceId', MessageKey]>> = {
  saml_entity_id_mismatch: ['metadata', 'adminSso.errors.otherEntity'],
  saml_idp_already_exists: ['metadata', 'adminSso.errors.entityTaken'],
  saml_metadata_fetch_failed: ['metadata', 'adminSso.errors.fetchFailed'],
  validation_failed: ['metadata', 'adminSso.errors.noMetadata'],
  sso_domain_already_exists: ['domains', 'adminSso.errors.domainTaken'],
  conflict: ['resourceId', 'adminSso.errors.resourceTaken'],
}

function refusalOf(t: Translator['t'], error: unknown) {
  const { code, message } = Object(error) as { code?: unknown; message?: unknown }
  const known = FIELDS[String(code)]
  if (!known) return { text: adminMessage(t, error) }

  const [field, words] = known
  const text = t(words, { details: String(message) })
  const fields: FieldErrors<Draft> =
    field === 'metadata' ? { metadataUrl: text, metadataXml: text } : { [field]: text }
  return { fields }
}
