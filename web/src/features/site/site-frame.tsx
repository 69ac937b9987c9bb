import type { MouseEvent, ReactNode } from 'react'
import { useTranslation } from '#i18n/language-provider.tsx'
import { OfflineBar } from './offline-bar.tsx'
import type { Sections } from './sections.ts'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'

export const CONTENT_ID = 'content'

/** Where what concerns every page is told, below the header. */
export const NOTICES_ID = 'notices'

type Props = {
  /** Further things for the header, left of the person. */
  tools?: ReactNode
  onFeedback?: () => void
  /** A long page's own navigation. */
  sections?: Sections
  /** Specification, section 2: links within the landing page scroll smoothly; nothing else does. */
  hasSmoothAnchors?: boolean
  children: ReactNode
}

/** Header, main area and footer; the shortest way past the header comes first. */
export function SiteFrame(props: Props) {
  const { tools, onFeedback, sections, hasSmoothAnchors = false, children } = props
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
      {/* Tall enough that the footer begins below the fold: it must not be pushed away by content that comes later. */}
      <main
        id={CONTENT_ID}
        tabIndex={-1}
        className="flex min-h-[calc(100dvh-4rem-1px)] flex-1 flex-col"
      >
        {children}
      </main>
      <SiteFooter />
    </div>
  )
}

/** The same as the link itself does, but for an entry in the history that the router does not know. */
function skipToContent(event: MouseEvent): void {
  event.preventDefault()
  document.getElementById(CONTENT_ID)?.focus()
}
