import { useSyncExternalStore } from 'react'
import { useTranslation } from '#i18n/language-provider.tsx'

/** Explains failures once for the whole page. The live region always exists: screen readers often miss one that is added with its text. */
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
