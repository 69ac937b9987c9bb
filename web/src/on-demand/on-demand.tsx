import { toasts } from '@app/ui/toaster.tsx'
import { type ComponentType, useEffect } from 'react'
import { useTranslation } from '#i18n/language-provider.tsx'
import { downloadOnce, useDownload } from './download.ts'

type OnDemand<Props> = ComponentType<Props> & { preload: () => void }

/**
 * A component that is downloaded when first shown. A failed download leaves the page intact: a toast offers a retry, as does the next
 * opening.
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): OnDemand<Props> {
  const source = downloadOnce(load)

  function Part(props: Props) {
    const { t } = useTranslation()
    const { Loaded, failure, retry } = useDownload(source)

    useEffect(() => {
      if (!failure) return
      toasts.show({
        subject: 'download',
        title: t('common.partFailed'),
        text: t('common.checkConnection'),
        tone: 'danger',
        action: { text: t('errorPage.tryAgain'), run: retry },
      })
    }, [failure, retry, t])

    return Loaded && <Loaded {...props} />
  }

  return Object.assign(Part, { preload: source.preload })
}
