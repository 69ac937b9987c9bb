import { BranchIcon, CheckIcon } from '@app/ui/icons.tsx'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from '#i18n/language-provider.tsx'
import { ChangedFiles } from './changed-files.tsx'
import { type ChangedFile, changedFiles, type DemoStep, examplePush } from './example-push.ts'
import { PushFooter } from './push-footer.tsx'
import { TransferTrack } from './transfer-track.tsx'

type Props = {
  id: string
  /** The page on which the panel opens. */
  surroundings: ReactNode
}

/** A small demo: choose files, push, see the commit. Links to its id start the push. */
export function PushDemo({ id, surroundings }: Props) {
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
      className="min-w-0 overflow-hidden rounded-lg border border-line bg-sunken text-sm shadow-float target:border-accent"
    >
      {surroundings}
      <div className="m-2 overflow-hidden rounded-md border border-line bg-surface sm:m-3">
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
      </div>
      <p role="status" className="sr-only">
        {step === 'pushing' && t('home.demo.pushing')}
        {step === 'pushed' && t('home.demo.result', { count, branch, commit })}
      </p>
    </section>
  )
}

/** Handles clicks on links to an id, including one from before the application loaded. */
function useLinksTo(id: string, onFollow: () => void): void {
  const follow = useEffectEvent(onFollow)

  useEffect(() => {
    const hash = `#${id}`
    const listen = ({ target, defaultPrevented }: Event) => {
      if (defaultPrevented) return
      if (target instanceof Element && target.closest('a')?.hash === hash) follow()
    }

    if (location.hash === hash) follow()
    addEventListener('click', listen)
    return () => removeEventListener('click', listen)
  }, [id])
}

/** The commit as shown in the repository, replacing its files. */
function ResultingCommit({ files }: { files: ChangedFile[] }) {
  const { t } = useTranslation()
  const { branch, commit, owner } = examplePush
  const sum = (key: 'added' | 'removed') => files.reduce((total, file) => total + file[key], 0)

  return (
    <div className="grid animate-arrive content-center gap-3 px-5 py-3">
      <div className="rounded-md border border-line bg-canvas p-4">
        <p className="flex items-center gap-2 font-medium">
          <span className="grid size-5 flex-none place-items-center rounded-full bg-positive-tint text-positive">
            <CheckIcon className="size-3.5" />
          </span>
          <span className="truncate">{t('home.demo.commit')}</span>
        </p>
        <p className="mt-1 pl-7 text-xs text-ink-soft">{t('home.demo.byNow', { owner })}</p>
        <p className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line pt-3 text-xs text-ink-soft">
          <span className="font-mono text-ink">{commit}</span>
          <span className="inline-flex items-center gap-1">
            <BranchIcon className="size-3.5" />
            {branch}
          </span>
          <span>{t('home.demo.files', { count: files.length })}</span>
          <span className="ml-auto tabular">
            <span className="text-positive">{`+${sum('added')}`}</span>
            <span className="ml-2 text-danger">{`−${sum('removed')}`}</span>
          </span>
        </p>
      </div>
    </div>
  )
}
