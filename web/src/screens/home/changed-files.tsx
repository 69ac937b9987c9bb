import { useTranslation } from '#i18n/language-provider.tsx'

export type ChangedFile = {
  path: string
  added: number
  removed: number
  fate?: 'added' | 'removed'
}

export function ChangedFiles({ files }: { files: ChangedFile[] }) {
  const { t } = useTranslation()

  return (
    <div className="border-t border-line px-5 pt-3.5 pb-4">
      <p className="text-xs text-ink-faint">
        {t('home.crossing.changed', { count: files.length })}
      </p>
      <ul className="mt-2 grid gap-1.5">
        {files.map((file) => (
          <FileRow key={file.path} file={file} />
        ))}
      </ul>
    </div>
  )
}

function FileRow({ file }: { file: ChangedFile }) {
  const { t } = useTranslation()

  return (
    <li className="flex min-w-0 items-baseline gap-2 text-xs">
      <span className="min-w-0 truncate font-mono">{file.path}</span>
      {file.fate === 'added' && <Fate word={t('home.crossing.added')} />}
      {file.fate === 'removed' && <Fate word={t('home.crossing.removed')} />}
      <span className="ml-auto flex-none tabular-nums">
        {file.added > 0 && <span className="text-positive">{`+${file.added}`}</span>}
        {file.removed > 0 && <span className="ml-2 text-danger">{`−${file.removed}`}</span>}
      </span>
    </li>
  )
}

function Fate({ word }: { word: string }) {
  return (
    <span className="flex-none rounded-sm border border-line px-1.5 text-ink-soft">{word}</span>
  )
}
