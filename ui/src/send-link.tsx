import type { MouseEvent, ReactNode } from 'react'

type Props = { url: string; title: string; className: string; children: ReactNode }

/** Sends a page to another device, by email if the browser cannot share. */
export function SendLink({ url, title, className, children }: Props) {
  function share(event: MouseEvent) {
    if (!navigator.share) return

    event.preventDefault()
    // Rejects when the visitor closes the share dialog, which is fine.
    navigator.share({ title, url }).catch(() => {})
  }

  return (
    <a
      href={`mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(url)}`}
      onClick={share}
      className={className}
    >
      {children}
    </a>
  )
}
