import { toasts } from '@app/ui/toaster.tsx'
import { usePublicConfig } from '#config/public-config.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { cloneAddress } from './link-addresses.ts'

/** For a menu, which closes and cannot confirm the copy itself. */
export function useCopyClone() {
  const { t } = useTranslation()
  const { webUrl } = usePublicConfig().github

  return async (repository: string) => {
    const address = cloneAddress(webUrl, repository)
    try {
      await navigator.clipboard.writeText(address)
      toasts.show({ title: t('projects.cloneCopied'), text: address, tone: 'positive' })
    } catch {
      // A browser may refuse; then the URL can be selected.
      toasts.show({ title: t('projects.cloneAddress'), text: address })
    }
  }
}
