import { useSyncExternalStore } from 'react'
import { useTranslation } from '#i18n/language-provider.tsx'

/** Says once, for the whole page, why things fail. The live region is always there: one added with its text is often not announced. */
export function OfflineBar() {
  const { t } = useTranslation()
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine, assumeOnline)

  return (
    <p
      role="status"
      className="border-b border-line bg-warning px-5 py-2 text-center text-sm font-medium text-on-warning empty:hidden"
    >
      {!isOnline && t('common.offline')}
    </p>
  )
}

const assumeOnline = () => true

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}
