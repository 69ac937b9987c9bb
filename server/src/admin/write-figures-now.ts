import type { AdminArea, AdminCaller } from './admin.ts'
import { countFigures } from './figures-table.ts'
import { writeAsAdmin } from './levels.ts'

/** Does the hourly job's work for an admin who does not want to wait. */
export const writeFiguresNow = (needs: AdminArea, caller: AdminCaller): Promise<void> =>
  writeAsAdmin(
    needs,
    caller,
    { action: 'figures_written', subjectType: 'figures', subjectId: null },
    countFigures,
  )
