import ChevronRight from 'lucide-react/icons/chevron-right'
import FileText from 'lucide-react/icons/file-text'
import Folder from 'lucide-react/icons/folder'
import { useState } from 'react'
import { useTranslation } from '#i18n/language-provider.tsx'
import { fileTree, type TreeNode } from './file-tree.ts'

type Props = { paths: Iterable<string>; chosen: string | null; onChoose: (path: string) => void }

/** The project's files, folder by folder. */
export function FileList({ paths, chosen, onChoose }: Props) {
  const { t } = useTranslation()
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())

  function toggle(path: string) {
    const next = new Set(closed)
    if (!next.delete(path)) next.add(path)
    setClosed(next)
  }

  return (
    <nav aria-label={t('simulator.builder.files')} className="text-sm">
      <Nodes nodes={fileTree(paths)} {...{ chosen, onChoose, closed, toggle }} />
    </nav>
  )
}

type NodesProps = Omit<Props, 'paths'> & {
  nodes: TreeNode[]
  closed: ReadonlySet<string>
  toggle: (path: string) => void
}

function Nodes({ nodes, ...tools }: NodesProps) {
  const { chosen, onChoose, closed, toggle } = tools

  return (
    <ul>
      {nodes.map((node) => (
        <li key={node.path}>
          {node.kind === 'file' ? (
            <button
              type="button"
              aria-current={node.path === chosen ? 'true' : undefined}
              onClick={() => onChoose(node.path)}
              className={`${ROW_CLASSES} aria-[current=true]:bg-accent-tint aria-[current=true]:text-ink`}
            >
              <FileText aria-hidden="true" className="size-4 flex-none" />
              <bdi className="truncate" title={node.path}>
                {node.name}
              </bdi>
            </button>
          ) : (
            <>
              <button
                type="button"
                aria-expanded={!closed.has(node.path)}
                onClick={() => toggle(node.path)}
                className={`group ${ROW_CLASSES}`}
              >
                <ChevronRight
                  aria-hidden="true"
                  className="size-4 flex-none transition-[rotate] group-aria-expanded:rotate-90"
                />
                <Folder aria-hidden="true" className="size-4 flex-none" />
                <bdi className="truncate">{node.name}</bdi>
              </button>
              {!closed.has(node.path) && (
                <div className="ml-4 border-l border-line pl-1">
                  <Nodes nodes={node.children} {...tools} />
                </div>
              )}
            </>
          )}
        </li>
      ))}
    </ul>
  )
}

const ROW_CLASSES =
  'flex min-h-8 w-full items-center gap-2 rounded-sm px-2 text-left text-ink-soft enabled-hover:bg-sunken enabled-hover:text-ink focus-visible:-outline-offset-2 pointer-coarse:min-h-11'
