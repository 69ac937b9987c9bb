import { buttonClasses } from '@app/ui/button-classes.ts'
import { Card } from '@app/ui/card.tsx'
import { CopyButton } from '@app/ui/copy-button.tsx'
import { Skeleton } from '@app/ui/skeleton.tsx'
import { Link } from 'react-router'
import { paths } from '#config/paths.ts'
import { usePublicConfig } from '#config/public-config.tsx'
import { ExtensionSessionCard } from '#features/security/extension-session-card.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { onDemandInPlace } from '#on-demand/in-place.tsx'

/** On its own: it would weigh on the other tabs. */
const ExtensionStateCard = onDemandInPlace(
  async () => (await import('./extension-state-card.tsx')).ExtensionStateCard,
  <Card>
    <Skeleton className="h-60 w-full" />
  </Card>,
)

const ExtensionViewCard = onDemandInPlace(
  async () => (await import('./extension-view-card.tsx')).ExtensionViewCard,
  <Card>
    <Skeleton className="h-72 w-full" />
  </Card>,
)

export function DevelopmentSection() {
  const { t } = useTranslation()

  return (
    <>
      <ApiCard />
      <Card title={t('header.simulator')} lead={t('settings.development.simulatorLead')}>
        <Link to={paths.simulator} className={buttonClasses('secondary', 'sm')}>
          {t('settings.development.openSimulator')}
        </Link>
      </Card>
      <ExtensionSessionCard />
      <ExtensionViewCard />
      <ExtensionStateCard />
    </>
  )
}

function ApiCard() {
  const { t } = useTranslation()
  const { apiUrl, publishableKey } = usePublicConfig()

  return (
    <Card title={t('settings.development.title')} lead={t('settings.development.lead')}>
      <dl className="grid gap-5">
        <Value term={t('settings.development.address')} value={apiUrl} />
        <Value term={t('settings.development.key')} value={publishableKey} />
      </dl>
    </Card>
  )
}

function Value({ term, value }: { term: string; value: string }) {
  const { t } = useTranslation()

  return (
    <div>
      <dt className="mb-1.5 text-sm font-medium">{term}</dt>
      <dd className="flex flex-wrap items-center gap-3">
        <code className="min-w-0 flex-1 basis-64 rounded-md border border-line bg-sunken px-3.5 py-2.5 font-mono text-sm break-all">
          {value}
        </code>
        <CopyButton value={value} text={t('settings.copy')} copiedText={t('settings.copied')} />
      </dd>
    </div>
  )
}
