import { type MouseEvent, type ReactNode, useRef, useState } from 'react'
import { savesData } from '#browser/saves-data.ts'
import { onDemand } from '#on-demand/on-demand.tsx'

const DemoVideoDialog = onDemand(
  async () => (await import('./demo-video-dialog.tsx')).DemoVideoDialog,
)

type Props = {
  /** The anchor of the demo on this page, shown where the recording is not. */
  demo: string
  className: string
  children: ReactNode
}

/** Plays the recording in a dialog, unless the visitor wants less motion or data, or the recording does not load. */
export function DemoVideoLink({ demo, className, children }: Props) {
  const link = useRef<HTMLAnchorElement>(null)
  const isRefused = useRef(false)
  const [times, setTimes] = useState(0)
  const [isOpen, setOpen] = useState(false)

  function open(event: MouseEvent) {
    if (isRefused.current || event.metaKey || event.ctrlKey || wantsLess()) return

    event.preventDefault()
    setTimes(times + 1)
    setOpen(true)
  }

  function showDemo() {
    setOpen(false)
    isRefused.current = true
    // Once the page behind the dialog can be scrolled again.
    setTimeout(() => {
      link.current?.click()
      isRefused.current = false
    }, CLOSED_MS)
  }

  return (
    <>
      <a ref={link} href={demo} onClick={open} className={className}>
        {children}
      </a>
      {times > 0 && (
        <DemoVideoDialog key={times} isOpen={isOpen} onOpenChange={setOpen} onDemo={showDemo} />
      )}
    </>
  )
}

const CLOSED_MS = 300

const wantsLess = () => matchMedia('(prefers-reduced-motion: reduce)').matches || savesData()
