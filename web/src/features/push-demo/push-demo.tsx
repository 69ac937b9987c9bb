import { BranchIcon } from '@app/ui/icons.tsx'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from '#i18n/language-provider.tsx'
import { ChangedFiles } from './changed-files.tsx'
import { changedFiles, type DemoStep, examplePush } from './example-push.ts'
import { PushFooter } from './push-footer.tsx'
import { ResultingCommit } from './resulting-commit.tsx'
import { TransferTrack } from './transfer-track.tsx'

/** The product in miniature: choose the files, push, see the commit. Links to its id start the push. */
export function PushDemo({ id }: { id: string }) {
  const { t } = useTranslation()
  const [step, setStep] = useState<DemoStep>('review')
  const [files, setFiles] = useState(changedFiles)
  const { branch, commit } = examplePush
  const count = files.length

  useLinksTo(id, () => setStep('pushing'))

  return (
    <section
      id={id}
      aria-label={t('home.demo.label')}
      className="min-w-0 overflow-hidden rounded-lg border border-line bg-surface text-sm shadow-float target:border-accent"
    >
      <div className="flex items-center border-b border-line px-5 py-3.5 font-medium">
        {t('home.demo.title')}
        <span className="ml-auto inline-flex items-center gap-1.5 rounded-full border border-line px-2.5 text-xs text-ink-soft">
          <BranchIcon className="size-3.5" />
          {branch}
        </span>
      </div>
      <TransferTrack step={step} onEnd={() => setStep('pushed')} />
      <div className="grid border-t border-line *:col-start-1 *:row-start-1">
        <ChangedFiles
          onChoice={setFiles}
          isFixed={step !== 'review'}
          isHidden={step === 'pushed'}
        />
        {step === 'pushed' && <ResultingCommit files={files} />}
      </div>
      <PushFooter
        step={step}
        count={count}
        onPush={() => setStep('pushing')}
        onReset={() => setStep('review')}
      />
      <p role="status" className="sr-only">
        {step === 'pushing' && t('home.demo.pushing')}
        {step === 'pushed' && t('home.demo.result', { count, branch, commit })}
      </p>
    </section>
  )
}

/** Clicks on links to an id; also the one that brought the visitor here before the application was loaded. */
function useLinksTo(id: string, onFollow: () => void): void {
  const follow = useEffectEvent(onFollow)

  useEffect(() => {
    const hash = `#${id}`
    const listen = ({ target }: Event) => {
      if (target instanceof Element && target.closest('a')?.hash === hash) follow()
    }

    if (location.hash === hash) follow()
    addEventListener('click', listen)
    return () => removeEventListener('click', listen)
  }, [id])
}
