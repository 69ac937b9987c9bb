import { IconButton } from '@app/ui/icon-button.tsx'
import { MenuAction } from '@app/ui/menu-items.tsx'
import { Select } from '@app/ui/select.tsx'
import { toasts } from '@app/ui/toaster.tsx'
import Ellipsis from 'lucide-react/icons/ellipsis'
import { useState } from 'react'
import { useTranslation } from '#i18n/language-provider.tsx'
import { MenuButton } from '#on-demand/menu-button.tsx'
import { NameDialog } from './name-dialog.tsx'
import type { VirtualProject } from './project-database.ts'
import { useBuilder, useBuilderState } from './use-builder.tsx'

/** The open project, and the actions on it. */
export function ProjectBar() {
  const { t } = useTranslation()
  const builder = useBuilder()
  const { projects, current } = useBuilderState()
  const [dialog, setDialog] = useState<'new' | 'rename' | null>(null)

  async function remove(project: VirtualProject) {
    const undo = await builder.remove(project)
    toasts.show({
      title: t('simulator.builder.removed', { name: project.name }),
      action: { text: t('simulator.builder.undo'), run: () => void undo() },
    })
  }

  return (
    <div className="flex items-end gap-2">
      <div className="min-w-0 flex-1">
        <Select
          label={t('simulator.builder.project')}
          options={projects.map(({ id, name }) => ({ value: id, label: name }))}
          value={current?.id ?? ''}
          onChange={(id) => void builder.choose(id)}
          disabled={projects.length === 0}
          // Its line stays while the first project is being made.
          hint={current?.id ?? '\u00a0'}
        />
      </div>
      <div className="pb-7">
        <MenuButton
          trigger={
            <IconButton label={t('simulator.builder.actions')}>
              <Ellipsis aria-hidden="true" className="size-5" />
            </IconButton>
          }
        >
          <MenuAction onSelect={() => setDialog('new')}>
            {t('simulator.builder.newProject')}
          </MenuAction>
          {current && (
            <>
              <MenuAction onSelect={() => setDialog('rename')}>
                {t('simulator.builder.rename')}
              </MenuAction>
              <MenuAction onSelect={() => void remove(current)}>
                {t('simulator.builder.remove')}
              </MenuAction>
            </>
          )}
        </MenuButton>
      </div>
      {dialog && (
        <NameDialog
          title={
            dialog === 'new' ? t('simulator.builder.newProject') : t('simulator.builder.rename')
          }
          label={t('simulator.builder.name')}
          initial={dialog === 'rename' ? (current?.name ?? '') : ''}
          refuse={(name) => (name ? null : t('simulator.builder.nameMissing'))}
          onSave={(name) => {
            if (dialog === 'new') void builder.create(name, [])
            else if (current) void builder.update(current.id, { name })
          }}
          onClose={() => setDialog(null)}
        />
      )}
    </div>
  )
}
