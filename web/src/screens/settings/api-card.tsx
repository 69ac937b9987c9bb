import { Card } from '@app/ui/card.tsx'
import { CopyButton } from '@app/ui/copy-button.tsx'
import { usePublicConfig } from '#config/public-config.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'

export function ApiCard() {
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
