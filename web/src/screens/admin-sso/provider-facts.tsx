import type { SsoProviderLine } from '@app/contract/admin-sso'
import { Badge } from '@app/ui/badge.tsx'
import { Notice } from '@app/ui/notice.tsx'
import { TimeAgo } from '@app/ui/time-ago.tsx'
import { Fact, Facts } from '#features/admin/fact.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { mappingLines } from './mapping-lines.ts'
import { endOfMetadata } from './metadata-state.ts'
import { nameIdWords } from './name-id-words.ts'

/** What is set, and what about it needs an admin. */
export function ProviderFacts({ provider }: { provider: SsoProviderLine }) {
  const { t, date } = useTranslation()
  const { domains, metadataEndsAt, metadataFetchedAt, metadataFailure, metadataUrl } = provider
  const end = endOfMetadata(provider, new Date())
  const endDate = metadataEndsAt && date(new Date(metadataEndsAt), { dateStyle: 'long' })
  const mapped = mappingLines(provider.mapping)

  return (
    <>
      {domains.length === 0 && <Notice tone="notice">{t('adminSso.noDomains')}</Notice>}
      {end && (
        <Notice tone="notice">
          {t(end === 'ended' ? 'adminSso.metadataEnded' : 'adminSso.metadataEndsSoon', {
            date: endDate ?? '',
          })}
        </Notice>
      )}
      {metadataFailure !== null && (
        <Notice tone="notice">
          <p>{t('adminSso.fetchFailed')}</p>
          <p lang="en" className="mt-1 text-ink-soft">
            {metadataFailure}
          </p>
        </Notice>
      )}
      <Facts>
        <Fact name={t('adminSso.state')}>
          <Badge tone={provider.isDisabled ? 'plain' : 'positive'}>
            {t(provider.isDisabled ? 'adminSso.states.disabled' : 'adminSso.states.enabled')}
          </Badge>
        </Fact>
        <Fact name={t('adminSso.domains')}>
          {domains.length > 0 && (
            <ul className="grid gap-1">
              {domains.map((domain) => (
                <li key={domain}>{domain}</li>
              ))}
            </ul>
          )}
        </Fact>
        <Fact name={t('adminSso.entityId')}>
          <span className="break-all">{provider.entityId}</span>
        </Fact>
        <Fact name={t('adminSso.metadata')}>
          <span className="break-all">{metadataUrl ?? t('adminSso.pasted')}</span>
        </Fact>
        <Fact name={t('adminSso.fetchedAt')}>
          {metadataFetchedAt && <TimeAgo at={metadataFetchedAt} />}
        </Fact>
        <Fact name={t('adminSso.validUntil')}>{endDate}</Fact>
        <Fact name={t('adminSso.mapping')}>
          {mapped && <pre className="font-mono break-all whitespace-pre-wrap">{mapped}</pre>}
        </Fact>
        <Fact name={t('adminSso.nameId')}>{t(nameIdWords(provider.nameIdFormat))}</Fact>
        <Fact name={t('adminSso.resourceId')}>{provider.resourceId}</Fact>
        <Fact name={t('adminSso.users')}>{provider.users}</Fact>
      </Facts>
    </>
  )
}
