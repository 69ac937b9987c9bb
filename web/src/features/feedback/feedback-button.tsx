import { SpeechIcon } from '@app/ui/icons.tsx'
import { useRef, useState } from 'react'
import { useTranslation } from '#i18n/language-provider.tsx'
import { onDemand } from '#on-demand/on-demand.tsx'
import { useOverlap } from './use-overlap.ts'

const FeedbackDialog = onDemand(async () => (await import('./feedback-dialog.tsx')).FeedbackDialog)

type Props = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void }

/**
 * Floats beside the content, as an icon on narrower screens, and moves aside if it would cover content. Phones have no room beside it: there
 * the menu opens the dialog, which is downloaded when a pointer approaches.
 */
export function FeedbackButton({ isOpen, onOpenChange }: Props) {
  const { t } = useTranslation()
  const [isWanted, setWanted] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const isOver = useOverlap(button, 'main')

  // After the first opening the dialog stays mounted, so that it can animate its closing.
  if (isOpen && !isWanted) setWanted(true)

  return (
    <>
      <button
        ref={button}
        type="button"
        data-aside={isOver || undefined}
        onPointerEnter={FeedbackDialog.preload}
        onClick={() => onOpenChange(true)}
        className="fixed right-6 bottom-6 z-15 inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-full border border-line-strong bg-surface text-sm font-medium shadow-float transition-[translate,border-color] hover:border-ink-faint focus-visible:translate-x-0 data-aside:translate-x-[calc(100%+0.75rem)] data-aside:hover:translate-x-0 data-aside:focus-visible:translate-x-0 max-md:hidden min-[88rem]:px-4 noscript:hidden"
      >
        <SpeechIcon className="size-4.5 text-accent" />
        <span className="max-[87.99rem]:sr-only">{t('feedback.open')}</span>
      </button>
      {isWanted && <FeedbackDialog isOpen={isOpen} onOpenChange={onOpenChange} />}
    </>
  )
}

FeedbackButton.preload = FeedbackDialog.preload
