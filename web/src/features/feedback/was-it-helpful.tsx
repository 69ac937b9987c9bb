import { Button } from '@app/ui/button.tsx'
import { useAction } from '@app/ui/use-action.ts'
import { useState } from 'react'
import { useSession } from '#api/session/session.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { onDemand } from '#on-demand/on-demand.tsx'

const MissingForm = onDemand(async () => (await import('./missing-form.tsx')).MissingForm)

/** Asks a guide's readers. Readers who answer no are asked what is missing. */
export function WasItHelpful({ guide }: { guide: string }) {
  const { t } = useTranslation()
  const session = useSession()
  const { run, running, failure } = useAction<'yes'>()
  const [answer, setAnswer] = useState<'yes' | 'no' | 'sent' | null>(null)
  const userId = session.status === 'member' ? session.id : null

  const sayYes = () =>
    run('yes', async () => {
      // Most readers answer nothing, so this code is downloaded on click.
      const { sendGuideAnswer } = await import('#api/content/feedback.ts')
      await sendGuideAnswer({ guide, isHelpful: true, text: t('docs.helpful.yesText'), userId })
      setAnswer('yes')
    })

  return (
    <section className="mt-12 border-t border-line pt-6 noscript:hidden">
      {answer === null && (
        <div className="flex flex-wrap items-center gap-3">
          <h2 className="mr-2 text-sm font-medium">{t('docs.helpful.question')}</h2>
          <Button
            variant="secondary"
            size="sm"
            isBusy={running !== null}
            onClick={() => void sayYes()}
          >
            {t('docs.helpful.yes')}
          </Button>
          <Button
            variant="secondary"
            size="sm"
            onPointerEnter={MissingForm.preload}
            onClick={() => setAnswer('no')}
          >
            {t('docs.helpful.no')}
          </Button>
        </div>
      )}
      {answer === 'no' && (
        <MissingForm guide={guide} userId={userId} onDone={() => setAnswer('sent')} />
      )}
      <p role="status" className="text-sm text-ink-soft empty:hidden">
        {failure && t('feedback.failed')}
        {answer === 'yes' && t('docs.helpful.thanks')}
        {answer === 'sent' && t('docs.helpful.sent')}
      </p>
    </section>
  )
}
