import { type RefObject, useEffect, useRef } from 'react'
import { useTranslation } from '#i18n/language-provider.tsx'
import { type ChangedFile, changedFiles } from './rehearsal.ts'

type Props = { onCount: (count: number) => void; isFixed: boolean }

/** What would go into the commit. The boxes keep their own state, since they can be ticked before the application is there. */
export function ChangedFiles({ onCount, isFixed }: Props) {
  const { t } = useTranslation()
  const frame = useRef<HTMLFieldSetElement>(null)

  useEffect(() => onCount(tickedIn(frame)), [onCount])

  return (
    <fieldset
      ref={frame}
      disabled={isFixed}
      onChange={() => onCount(tickedIn(frame))}
      className="min-w-0 border-t border-line px-5 py-3"
    >
      <legend className="sr-only">{t('home.crossing.changed')}</legend>
      <ul>
        {changedFiles.map((file) => (
          <li key={file.path}>
            <label className="flex min-h-8 min-w-0 cursor-pointer items-center gap-3 text-xs has-disabled:cursor-default pointer-coarse:min-h-11">
              <input type="checkbox" defaultChecked className="checkbox-box" />
              <FileLine file={file} />
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

const tickedIn = ({ current }: RefObject<HTMLFieldSetElement | null>): number =>
  current?.querySelectorAll(':checked').length ?? 0

function FileLine({ file }: { file: ChangedFile }) {
  const { t } = useTranslation()

  return (
    <>
      <span className="min-w-0 truncate font-mono">{file.path}</span>
      {file.change === 'added' && <ChangeLabel word={t('home.crossing.added')} />}
      {file.change === 'removed' && <ChangeLabel word={t('home.crossing.removed')} />}
      <span className="ml-auto flex-none tabular-nums">
        {file.added > 0 && <span className="text-positive">{`+${file.added}`}</span>}
        {file.removed > 0 && <span className="ml-2 text-danger">{`−${file.removed}`}</span>}
      </span>
    </>
  )
}

function ChangeLabel({ word }: { word: string }) {
  return (
    <span className="flex-none rounded-sm border border-line px-1.5 text-ink-soft">{word}</span>
  )
}
