import { svgIcon } from '#web/ui/icons/svg-icon.tsx';

export const ColumnsIcon = /* @__PURE__ */ svgIcon('M4 5h16v14H4Z', 'M9.3 5v14', 'M14.7 5v14');
export const DownloadIcon = /* @__PURE__ */ svgIcon('M12 4v11', 'm7.5 11 4.5 4.5 4.5-4.5', 'M5 20h14');
export const MoreIcon = /* @__PURE__ */ svgIcon('M12 5.5v.1', 'M12 12v.1', 'M12 18.4v.1');
export const SortIcon = /* @__PURE__ */ svgIcon('M12 19V5', 'm6.5 10.5 5.5-5.5 5.5 5.5');
