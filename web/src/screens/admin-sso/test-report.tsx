import type { SsoRefusal, SsoTestReport } from '@app/contract/sso'
import { Card } from '@app/ui/card.tsx'
import { Notice } from '@app/ui/notice.tsx'
import { Skeleton } from '@app/ui/skeleton.tsx'
import { TimeAgo } from '@app/ui/time-ago.tsx'
import { useQuery } from '@tanstack/react-query'
import { ssoTestQuery } from '#api/admin/admin-sso.ts'
import { AdminFailure } from '#features/admin/admin-failure.tsx'
import { Fact, Facts } from '#features/admin/fact.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { MessageKey } from '#i18n/messages.ts'

type Props = { providerId: string; testId: string }

/** What a test sign-in found, after the provider led back here. */
export function TestReport({ providerId, testId }: Props) {
  const { t } = useTranslation()
  const { data, error } = useQuery(ssoTestQuery(providerId, testId))

  return (
    <Card level={3} title={t('adminSso.test.title')}>
      {error ? (
        isGone(error) ? (
          <Notice tone="plain">{t('adminSso.test.gone')}</Notice>
        ) : (
          <AdminFailure error={error} />
        )
      ) : data === undefined ? (
        <Skeleton className="h-24" />
      ) : data.report ? (
        <Report report={data.report} />
      ) : (
        <Notice tone="plain">{t('adminSso.test.waiting')}</Notice>
      )}
    </Card>
  )
}

/** Reports are deleted after a day. */
const isGone = (error: unknown) => Object(error).code === 'not_found'

function Report({ report }: { report: SsoTestReport }) {
  const { t } = useTranslation()
  const { refusal, user, came, isProviderDisabled } = report

  return (
    <div className="grid gap-5">
      {refusal ? (
        <Notice tone="danger">
          <p className="font-semibold">{t('adminSso.test.refused')}</p>
          <p>{t(REASONS[refusal.reason])}</p>
          <p lang="en" className="mt-1 text-ink-soft">
            {refusal.message}
          </p>
        </Notice>
      ) : (
        <Notice tone="positive">
          {t(user?.hasAccount ? 'adminSso.test.known' : 'adminSso.test.new')}
        </Notice>
      )}
      {isProviderDisabled && !refusal && (
        <Notice tone="notice">{t('adminSso.test.stillDisabled')}</Notice>
      )}
      {user && (
        <Facts>
          <Fact name={t('adminSso.test.email')}>{user.email}</Fact>
          <Fact name={t('adminSso.test.domain')}>{user.domain}</Fact>
          <Fact name={t('adminSso.test.name')}>{user.name}</Fact>
          <Fact name={t('adminSso.test.identifier')}>{user.identifier}</Fact>
          <Fact name={t('adminSso.test.claims')}>
            {Object.keys(user.claims).length > 0 && (
              <pre className="font-mono break-all whitespace-pre-wrap">
                {JSON.stringify(user.claims, null, 2)}
              </pre>
            )}
          </Fact>
        </Facts>
      )}
      {came && <Came came={came} at={report.at} />}
    </div>
  )
}

type CameProps = { came: NonNullable<SsoTestReport['came']>; at: string }

function Came({ came, at }: CameProps) {
  const { t } = useTranslation()
  const { nameId, attributes, clockAheadS } = came

  return (
    <div className="grid gap-3">
      <h4 className="text-sm font-semibold">{t('adminSso.test.came')}</h4>
      {!came.isVerified && <Notice tone="notice">{t('adminSso.test.unverified')}</Notice>}
      <Facts>
        <Fact name={t('adminSso.test.at')}>
          <TimeAgo at={at} />
        </Fact>
        <Fact name={t('adminSso.test.clock')}>
          {clockAheadS !== null && t(clockWords(clockAheadS), { count: Math.abs(clockAheadS) })}
        </Fact>
        <Fact name="NameID">
          {nameId && (
            <>
              <p className="break-all">{nameId.value}</p>
              <p className="break-all text-ink-soft">{nameId.format}</p>
            </>
          )}
        </Fact>
        <Fact name={t('adminSso.test.issuer')}>{came.issuer}</Fact>
        <Fact name={t('adminSso.test.audience')}>{came.audiences.join(', ')}</Fact>
        <Fact name={t('adminSso.test.recipient')}>{came.recipient}</Fact>
      </Facts>
      {/* Their names may be whole addresses, which leave no room beside them. */}
      <dl className="grid gap-2 text-sm">
        {attributes.map(({ name, values }) => (
          <div key={name}>
            <dt className="break-all text-ink-soft">{name}</dt>
            <dd className="break-words">
              {values.length > 0 ? values.join(', ') : t('adminSso.test.noValue')}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** Delivery takes a moment, so a few seconds behind say nothing. */
const clockWords = (aheadS: number): MessageKey => {
  if (aheadS > 0) return 'adminSso.test.ahead'
  return aheadS < -5 ? 'adminSso.test.behind' : 'adminSso.test.inTime'
}

const REASONS: Record<SsoRefusal, MessageKey> = {
  declined: 'adminSso.reasons.declined',
  malformed: 'adminSso.reasons.malformed',
  encrypted: 'adminSso.reasons.encrypted',
  unsigned: 'adminSso.reasons.unsigned',
  weak_signature: 'adminSso.reasons.weakSignature',
  wrong_signature: 'adminSso.reasons.wrongSignature',
  wrong_destination: 'adminSso.reasons.wrongDestination',
  wrong_issuer: 'adminSso.reasons.wrongIssuer',
  wrong_audience: 'adminSso.reasons.wrongAudience',
  other_request: 'adminSso.reasons.otherRequest',
  not_yet_valid: 'adminSso.reasons.notYetValid',
  expired: 'adminSso.reasons.expired',
  valid_too_long: 'adminSso.reasons.validTooLong',
  session_ended: 'adminSso.reasons.sessionEnded',
  used_before: 'adminSso.reasons.usedBefore',
  no_identifier: 'adminSso.reasons.noIdentifier',
  no_email: 'adminSso.reasons.noEmail',
  foreign_domain: 'adminSso.reasons.foreignDomain',
  no_new_accounts: 'adminSso.reasons.noNewAccounts',
  banned: 'adminSso.reasons.banned',
}
