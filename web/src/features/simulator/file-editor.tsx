import { Badge } from '@app/ui/badge.tsx'
import { Button } from '@app/ui/button.tsx'
import { FileButton } from '@app/ui/file-button.tsx'
import { useMemo } from 'react'
import { useTranslation } from '#i18n/language-provider.tsx'
import { encodeUtf8, shownAs, type VirtualFile } from './virtual-file.ts'

type Props = {
  file: VirtualFile
  onChange: (file: VirtualFile, isTyped: boolean) => void
  onRename: () => void
  onRemove: () => void
}

/** One file: editable text, an image, or its size. */
export function FileEditor({ file, onChange, onRename, onRemove }: Props) {
  const { t } = useTranslation()

  async function replace(chosen: File) {
    onChange({ ...file, bytes: new Uint8Array(await chosen.arrayBuffer()) }, false)
  }

  return (
    <div className="grid min-w-0 content-start gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <p className="min-w-0 flex-1 font-mono text-xs break-all">
          <bdi>{file.path}</bdi>
        </p>
        {file.mode === '100755' && <Badge>{t('simulator.builder.executable')}</Badge>}
        {file.mode === '120000' && <Badge>{t('simulator.builder.link')}</Badge>}
      </div>
      <Content file={file} onChange={onChange} />
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" size="sm" onClick={onRename}>
          {t('simulator.builder.renameFile')}
        </Button>
        <FileButton
          label={t('simulator.builder.replaceFile')}
          accept=""
          onChoose={(chosen) => void replace(chosen)}
        />
        <Button variant="quiet" size="sm" onClick={onRemove}>
          {t('simulator.builder.removeFile')}
        </Button>
      </div>
    </div>
  )
}

function Content({ file, onChange }: Pick<Props, 'file' | 'onChange'>) {
  const { t } = useTranslation()
  const shown = useMemo(() => shownAs(file), [file])

  switch (shown.kind) {
    case 'text':
      return (
        <textarea
          aria-label={t('simulator.builder.content', { path: file.path })}
          value={shown.text}
          onChange={({ target }) => onChange({ ...file, bytes: encodeUtf8(target.value) }, true)}
          wrap="off"
          spellCheck={false}
          autoCapitalize="none"
          autoComplete="off"
          className="block h-80 w-full resize-y rounded-md border border-line-control bg-surface p-3 font-mono text-base leading-relaxed sm:text-xs"
        />
      )
    case 'picture':
      return (
        <div className="grid h-40 place-items-center rounded-md border border-line bg-sunken p-4">
          <img
            src={shown.address}
            alt={t('simulator.builder.picture', { path: file.path })}
            className="max-h-full max-w-full"
          />
        </div>
      )
    case 'bytes':
      return (
        <p className="rounded-md border border-line bg-sunken p-4 text-sm text-ink-soft">
          {t('simulator.builder.bytes', { size: file.bytes.length })}
        </p>
      )
  }
}
