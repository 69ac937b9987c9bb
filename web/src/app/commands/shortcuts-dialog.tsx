import { Dialog } from '@app/ui/dialog.tsx'
import { ShortcutKeys } from '@app/ui/shortcut-keys.tsx'
import { Switch } from '@app/ui/switch.tsx'
import { type ReactNode, useState } from 'react'
import { useMember } from '#api/session/session.ts'
import { areaKeys } from '#browser/area-keys.ts'
import { areShortcutsOn, chooseShortcuts } from '#browser/shortcuts-choice.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { goToKeys } from './go-to-keys.ts'
import { commandKey } from './use-shortcuts.ts'

type Props = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void }

export function ShortcutsDialog({ isOpen, onOpenChange }: Props) {
  const { t } = useTranslation()
  const isAdmin = useMember().profile?.role === 'admin'
  const [isOn, setOn] = useState(areShortcutsOn)

  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={t('shortcuts.title')}
      closeText={t('common.close')}
    >
      <div className="grid gap-5">
        <Group title={t('shortcuts.anywhere')}>
          <Shortcut words={t('shortcuts.menu')} keys={[commandKey(), 'K']} />
          <Shortcut words={t('shortcuts.menu')} keys={['/']} />
          <Shortcut words={t('shortcuts.list')} keys={['?']} />
        </Group>
        <Group title={t('shortcuts.goTo')}>
          {goToKeys(isAdmin).map(({ key, words }) => (
            <Shortcut key={key} words={t(words)} keys={['G', key.toUpperCase()]} />
          ))}
          {areaKeys().map(({ key, label }) => (
            <Shortcut key={key} words={label} keys={['G', key.toUpperCase()]} />
          ))}
        </Group>
        <Group title={t('shortcuts.board')}>
          <Shortcut words={t('shortcuts.lift')} keys={[t('shortcuts.space')]} />
          <Shortcut words={t('shortcuts.carry')} keys={['↑', '↓', '←', '→']} />
          <Shortcut words={t('shortcuts.putBack')} keys={['Esc']} />
        </Group>
        <Switch
          label={t('shortcuts.letters')}
          hint={t('shortcuts.lettersHint')}
          isOn={isOn}
          onChange={(next) => {
            chooseShortcuts(next)
            setOn(next)
          }}
        />
      </div>
    </Dialog>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1 text-sm font-medium text-ink-soft">{title}</h3>
      <dl>{children}</dl>
    </section>
  )
}

function Shortcut({ words, keys }: { words: string; keys: string[] }) {
  return (
    <div className="flex min-h-9 items-center justify-between gap-4 border-t border-line text-sm">
      <dt>{words}</dt>
      <dd>
        <ShortcutKeys keys={keys} />
      </dd>
    </div>
  )
}
