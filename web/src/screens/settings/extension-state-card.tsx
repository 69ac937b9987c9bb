import { Card } from '@app/ui/card.tsx'
import { Skeleton } from '@app/ui/skeleton.tsx'
import { TimeAgo } from '@app/ui/time-ago.tsx'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ExtensionStatus } from '#api/extension/extension.ts'
import { capabilitiesQuery, extensionQuery } from '#api/extension/extension-query.ts'
import { useTranslation } from '#i18n/language-provider.tsx'

/** All that the extension in this browser says of itself. The last card: nothing follows that its answer could move. */
export function ExtensionStateCard() {
  const { t } = useTranslation()
  const extension = useQuery(extensionQuery)
  const capabilities = useQuery(capabilitiesQuery)

  return (
    <Card title={t('extensionState.stateTitle')} lead={t('extensionState.stateLead')}>
      <div role="status" className="text-sm">
        {extension.isPending ? (
          <Skeleton className="h-44 w-full" />
        ) : extension.data ? (
          <State status={extension.data} capabilities={capabilities.data ?? []} />
        ) : (
          <p className="text-ink-soft">{t('extensionState.noExtension')}</p>
        )}
      </div>
    </Card>
  )
}

type StateProps = { status: ExtensionStatus; capabilities: string[] }

/** A version that leaves something out is shown without it. */
function State({ status, capabilities }: StateProps) {
  const { t } = useTranslation()
  const { version, authenticated, installDate, installedVersion, lastPush } = status
  const { onboardingCompleted } = status
  const yesOrNo = (is: boolean) => t(is ? 'extensionState.yes' : 'extensionState.no')

  return (
    <dl className="grid gap-3">
      <Fact term={t('extensionState.version')}>{version ?? t('extensionState.unknown')}</Fact>
      {authenticated !== undefined && (
        <Fact term={t('extensionState.signedIn')}>{yesOrNo(authenticated)}</Fact>
      )}
      {installDate && (
        <Fact term={t('extensionState.installed')}>
          <TimeAgo at={installDate} />
          {installedVersion && ` (${installedVersion})`}
        </Fact>
      )}
      {lastPush !== undefined && (
        <Fact term={t('extensionState.lastPush')}>
          {lastPush ? <TimeAgo at={lastPush} /> : t('extensionState.never')}
        </Fact>
      )}
      {onboardingCompleted !== undefined && (
        <Fact term={t('extensionState.onboarding')}>{yesOrNo(onboardingCompleted)}</Fact>
      )}
      {capabilities.length > 0 && (
        <Fact term={t('extensionState.capabilities')}>
          <span className="font-mono text-xs break-words">{capabilities.join(' ')}</span>
        </Fact>
      )}
    </dl>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 sm:grid-cols-[12rem_minmax(0,1fr)]">
      <dt className="text-ink-soft">{term}</dt>
      <dd className="font-medium">{children}</dd>
    </div>
  )
}
