import { Card } from '@app/ui/card.tsx'
import { LoadFailed } from '@app/ui/load-failed.tsx'
import type { ComponentType, ReactNode } from 'react'
import { useTranslation } from '#i18n/language-provider.tsx'
import { downloadOnce, useDownload } from './download.ts'

/** Like `onDemand`, but loading, failure and retry are shown in the component's place. */
export function onDemandInPlace<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode,
): ComponentType<Props> {
  const source = downloadOnce(load)

  return function Part(props: Props) {
    const { t } = useTranslation()
    const { Loaded, failure, retry } = useDownload(source)

    if (Loaded) return <Loaded {...props} />
    if (!failure) return waiting
    return (
      <Card>
        <LoadFailed
          title={t('common.partFailed')}
          text={t('common.checkConnection')}
          retryText={t('errorPage.tryAgain')}
          onRetry={retry}
        />
      </Card>
    )
  }
}
