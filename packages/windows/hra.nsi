; The installer for Windows: makensis -DVERSION=... -DFOLDER=(the unpacked zip) -DOUT=FILE.exe hra.nsi
; For the person who runs it, so it needs no administrator. It adds its folder to nothing but the start menu.
Unicode true
Target amd64-unicode
SetCompressor /SOLID lzma
SetDateSave off
RequestExecutionLevel user
Name "hra ${VERSION}"
OutFile "${OUT}"
InstallDir "$LOCALAPPDATA\Programs\hra"
!define ABOUT "Software\Microsoft\Windows\CurrentVersion\Uninstall\hra"

Page directory
Page instfiles
UninstPage uninstConfirm
UninstPage instfiles

Section
  SetOutPath "$INSTDIR"
  File /r "${FOLDER}/*"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateDirectory "$SMPROGRAMS\hra"
  CreateShortcut "$SMPROGRAMS\hra\hra.lnk" "$INSTDIR\hra.exe" "serve --open"
  CreateShortcut "$SMPROGRAMS\hra\Console.lnk" "$SYSDIR\cmd.exe" '/k "$INSTDIR\hra.exe" help'
  WriteRegStr HKCU "${ABOUT}" DisplayName "hra"
  WriteRegStr HKCU "${ABOUT}" DisplayVersion "${VERSION}"
  WriteRegStr HKCU "${ABOUT}" Publisher "the hra authors"
  WriteRegStr HKCU "${ABOUT}" UninstallString '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${ABOUT}" QuietUninstallString '"$INSTDIR\uninstall.exe" /S'
SectionEnd

; What was installed goes, by name; saved games in %LOCALAPPDATA%\hra stay.
Section Uninstall
  Delete "$INSTDIR\hra.exe"
  Delete "$INSTDIR\*.md"
  Delete "$INSTDIR\*.txt"
  RMDir /r "$INSTDIR\docs"
  RMDir /r "$INSTDIR\po"
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  RMDir /r "$SMPROGRAMS\hra"
  DeleteRegKey HKCU "${ABOUT}"
SectionEnd
