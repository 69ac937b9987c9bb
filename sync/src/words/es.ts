import type { SyncErrorCode } from '#errors/sync-error.ts'
import type { PathReason } from '#paths/path-refusal.ts'
import type { ZipLimit } from './en.ts'

export const syncErrors: Record<SyncErrorCode, string> = {
  nothing_to_push: 'Todo está ya en GitHub.',
  project_empty: 'El proyecto no tiene archivos. No se ha subido nada.',
  export_missing:
    'El proyecto no está abierto en una pestaña del creador, o su página se ha recargado. Ábrelo allí e inténtalo de nuevo.',
  export_unanswered:
    'El creador no ha entregado el proyecto. Inténtalo de nuevo y pulsa su propio botón de descarga, o suelta aquí un archivo ZIP.',
  contents_missing: '{path} ya no está como se revisó. Vuelve a ver los cambios.',
  zip_invalid: 'Esto no es un archivo ZIP.',
  zip_damaged: 'El archivo ZIP está dañado: {path}.',
  zip_too_large: 'El archivo ZIP es demasiado grande ({what}).',
  path_refused: '{path} no se puede guardar en un repositorio: {reason}.',
  file_too_large: '{path} supera lo que acepta GitHub ({size}). Déjalo fuera o usa Git LFS.',
  not_connected: 'Primero conecta GitHub.',
  token_refused: 'GitHub ya no acepta la conexión. Vuelve a conectarlo.',
  repository_missing: '{repo} no existe o {siteName} no puede verlo.',
  repository_too_large: '{repo} es demasiado grande para leerlo aquí.',
  changes_too_large:
    'GitHub tiene demasiados cambios para traerlos aquí: {count} archivos, {size}. No se ha cambiado nada.',
  repository_moved: '{old} ahora es {new}. Revisa los cambios otra vez.',
  name_taken: '{owner} ya tiene un repositorio {name}.',
  name_invalid: 'GitHub no acepta este nombre.',
  no_write_access: 'Puedes leer {repo}, pero no subir cambios.',
  repository_archived: '{repo} está archivado y es de solo lectura.',
  app_not_installed: 'La GitHub App no tiene acceso a {owner}. Dale acceso y vuelve a intentarlo.',
  token_not_allowed:
    'A tu token le falta un permiso para {owner} ({needed}). Cambia el token en GitHub y vuelve a intentarlo.',
  org_restricted: '{owner} pide que antes inicies sesión allí.',
  workflow_denied:
    'Los archivos de .github/workflows necesitan otro permiso. Déjalos fuera o concédelo.',
  branch_missing: 'La rama {branch} ya no existe.',
  branch_invalid: 'Este nombre no sirve para una rama.',
  branch_moved:
    'Mientras tanto, alguien ha subido cambios a {branch}. Revisa los cambios otra vez.',
  branch_protected: '{branch} solo acepta cambios mediante pull request. Súbelos a una rama nueva.',
  signature_required: '{branch} solo acepta commits firmados.',
  secret_refused:
    'GitHub ha encontrado un secreto en {path} y lo ha rechazado. Quítalo y revisa los cambios otra vez.',
  issues_disabled: 'Las incidencias están desactivadas en {repo}.',
  pull_request_denied: '{siteName} no puede abrir ni leer pull requests en {repo}.',
  pull_request_empty:
    '{branch} no tiene ningún cambio que falte en {base}, así que no hay nada que fusionar.',
  pull_request_open: 'El pull request {number} aún no está fusionado.',
  pull_request_refused: 'GitHub no ha abierto el pull request.',
  pull_request_unanswered:
    'GitHub no ha respondido sobre el pull request. Al reintentarlo se abre uno como máximo.',
  draft_unsupported: '{repo} no admite borradores. Abre el pull request sin borrador.',
  rate_limited: 'GitHub pide esperar hasta {time}. Lo que ya se ha subido se conserva.',
  github_unavailable: 'GitHub no responde.',
  offline: 'No tienes conexión. No se ha cambiado nada.',
  file_damaged: 'GitHub ha enviado {path} dañado dos veces. Inténtalo más tarde.',
  tree_mismatch: 'GitHub ha guardado algo distinto de lo enviado. No se ha subido nada.',
  cancelled: 'Cancelado. No se ha cambiado nada.',
  too_late: 'El commit ya está en camino.',
  queue_full:
    'Ya hay {count} push en espera. Vuelve a hacer push de este proyecto cuando hayan salido.',
}

export const pathReasons: Record<PathReason, string> = {
  absolute: 'es una ruta absoluta',
  empty_segment: 'una de sus carpetas no tiene nombre',
  dot_segment: 'lleva fuera del proyecto',
  control_character: 'su nombre tiene un carácter de control',
  not_unicode: 'su nombre no es Unicode válido',
  git_folder: 'Git guarda sus propios datos con ese nombre',
  segment_too_long: 'su nombre es demasiado largo',
  path_too_long: 'su ruta es demasiado larga',
  file_is_folder: 'otro archivo necesita una carpeta con ese nombre',
  same_name: 'otro archivo tiene el mismo nombre escrito de otra forma',
  below_submodule: 'la rama tiene un submódulo en su lugar',
  link_leaves_project: 'es un enlace que lleva fuera del proyecto',
  special_file: 'no es un archivo ni un enlace',
}

export const zipLimits: Record<ZipLimit, string> = {
  packed: 'más de 100 MB',
  entries: 'más de 20.000 archivos',
  unpacked: 'más de 300 MB sin comprimir',
  file: 'un archivo de más de 100 MB',
  ratio: 'un archivo comprimido en exceso para ser seguro',
}
