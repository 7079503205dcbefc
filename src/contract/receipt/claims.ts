/** What no receipt claims (A45, A46, A52). Every receipt lists exactly these, so that none can be read as more than it is. */
export const claimsNotMade = [
  "wayland_portals",
  "macos_tcc",
  "windows_uia_uipi",
  "physical_displays",
  "member_desktops",
  "member_admission",
  "leased_work",
  "benchmark_breadth",
  "prompt_injection_matrix",
  "os_image_reads",
  "os_accepted_primitive_not_retractable",
] as const;
