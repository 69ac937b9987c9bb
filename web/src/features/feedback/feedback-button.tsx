import { SpeechIcon } from '@app/ui/icons.tsx'
import { useState } from 'react'
import { useTranslation } from '#i18n/language-provider.tsx'
import { onDemand } from '#on-demand/on-demand.tsx'

const FeedbackDialog = onDemand(async () => (await import('./feedback-dialog.tsx')).FeedbackDialog)

type Props = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void }

/** Floats over every page of the full layout; the dialog is fetched when a hand comes near. */
export function FeedbackButton({ isOpen, onOpenChange }: Props) {
  const { t } = useTranslation()
  const [isWanted, setWanted] = useState(false)

  // Once opened the dialog stays, so that it can also close gracefully.
  if (isOpen && !isWanted) setWanted(true)

  return (
    <>
      <button
        type="button"
        onPointerEnter={FeedbackDialog.preload}
        onClick={() => onOpenChange(true)}
        className="fixed right-4 bottom-4 z-15 inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-full border border-line-strong bg-surface text-sm sm:px-4 font-medium shadow-float transition-colors hover:border-ink-faint sm:right-6 sm:bottom-6 noscript:hidden"
      >
        <SpeechIcon className="size-4.5 text-accent" />
        <span className="max-sm:sr-only">{t('feedback.open')}</span>
      </button>
      {isWanted && <FeedbackDialog isOpen={isOpen} onOpenChange={onOpenChange} />}
    </>
  )
}

FeedbackButton.preload = FeedbackDialog.preload
