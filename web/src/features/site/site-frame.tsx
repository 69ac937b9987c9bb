import { type MouseEvent, type ReactNode, useSyncExternalStore } from 'react'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { Sections } from './mobile-menu.tsx'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'

export const CONTENT_ID = 'content'

/** The area for page-wide notices, below the header. */
export const NOTICES_ID = 'notices'

type Props = {
  /** Further controls in the header, left of the account. */
  tools?: ReactNode
  onFeedback?: () => void
  /** A long page's own navigation. */
  sections?: Sections
  /** Specification, section 2: only links within the landing page scroll smoothly. */
  hasSmoothAnchors?: boolean
  /** The footer's columns stay closed until they are wanted. */
  isFooterFolded?: boolean
  children: ReactNode
}

/** Header, main area and footer; a skip link comes first. */
export function SiteFrame(props: Props) {
  const { tools, onFeedback, sections, hasSmoothAnchors = false, children } = props
  const { isFooterFolded = false } = props
  const { t } = useTranslation()

  return (
    <div className={`flex min-h-dvh flex-col ${hasSmoothAnchors ? 'smooth-anchors' : ''}`}>
      <a
        href={`#${CONTENT_ID}`}
        onClick={skipToContent}
        className="fixed top-3 left-3 z-20 -translate-y-20 rounded-md bg-accent px-4 py-2 font-medium text-on-accent focus:translate-y-0"
      >
        {t('common.skipToContent')}
      </a>
      <SiteHeader tools={tools} sections={sections} onFeedback={onFeedback} />
      <OfflineBar />
      <div id={NOTICES_ID} />
      {/* Tall enough to keep the footer below the fold, so that later content does not push it. */}
      <main
        id={CONTENT_ID}
        tabIndex={-1}
        className="flex min-h-[calc(100dvh-4rem-1px)] flex-1 flex-col"
      >
        {children}
      </main>
      <SiteFooter isFolded={isFooterFolded} />
    </div>
  )
}

/** Like the link itself, but without a history entry unknown to the router. */
function skipToContent(event: MouseEvent): void {
  event.preventDefault()
  document.getElementById(CONTENT_ID)?.focus()
}

/** Explains failures once for the whole page. The live region always exists: screen readers often miss one that is added with its text. */
function OfflineBar() {
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
