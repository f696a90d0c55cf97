/** The places of values in the arguments of programs that inspect and convert media and documents. */
export const mediaUses: string = `
ffprobe
  source ffprobe(1)
  words
  data -v -loglevel -of -print_format -output_format -show_entries -select_streams -read_intervals -f -threads -sexagesimal
  data -analyzeduration
  data -probesize
  read: -i
  unknown -show_data_hash -report -o
  flags -hide_banner -show_format -show_streams -show_frames -show_packets -show_chapters -show_programs -show_error -count_frames
  flags -count_packets -pretty -unit -prefix -byte_binary_prefix -private -bitexact -show_data -version -codecs -formats
  operands read:*
  load -filter_script -filter_complex_script -init_hw_device -fpre
  is forgets
ffmpeg
  source ffmpeg(1), ffmpeg-protocols(1), ffmpeg-filters(1) (filters read files; protocols reach hosts and other files)
  words
  data -ss -sseof -t -to -r -c -codec -c:v -c:a -c:s -vcodec -acodec -scodec -b:v -b:a -ab -vb -map -metadata -map_metadata
  data -map_chapters -s
  data -aspect -ar -ac -q -q:v -q:a -qscale -qscale:v -qscale:a -crf -preset -tune -pix_fmt -profile:v -level -g -threads -loglevel -v
  data -frames -frames:v -vframes -frames:a -aframes -fs -movflags -itsoffset -stream_loop -framerate -maxrate -bufsize -vsync -fps_mode
  data -loop -disposition -shortest_buf_duration -max_muxing_queue_size -tag:v -tag:a -hwaccel -b
  code -vf -af -filter -filter:v -filter:a -filter_complex -lavfi
  read: -i
  load -filter_script -filter_complex_script -init_hw_device -fpre -vpre -apre -hwaccel_device
  write -vstats_file -passlogfile -pass -dump_attachment -sdp_file
  unknown -f -progress -attach -bsf -bsf:v -bsf:a -protocol_whitelist -report -safe -headers -user_agent
  flags -y -n -vn -an -sn -dn -hide_banner -nostdin -shortest -copyts -stats -nostats -accurate_seek -noaccurate_seek -re -benchmark
  flags -autorotate -noautorotate -start_at_zero -version -codecs -formats -encoders -decoders -filters
  operands write:*
  is forgets
mediainfo
  source mediainfo(1)
  read: --Inform
  flags -f --Full --Output=JSON --version
  operands read:*
  is plain forgets
convert, magick, mogrify, identify, montage, composite, compare, import, animate, display, conjure
  source https://imagemagick.org/script/command-line-options.php (names may begin with a format, | or @)
  words
  data -resize -quality -crop -rotate -density -depth -type -colorspace -gravity -extent -thumbnail -sample -scale -blur -sharpen -units
  data -geometry -background -fill -stroke -strokewidth -pointsize -alpha -compress -interlace -threshold -fuzz -level -gamma -modulate
  load -script -font -define -profile -set -fx -write -process -remap -mask -tile -texture -read -family -stretch
  unknown -format -draw -annotate -label -caption -comment -evaluate -limit -debug
  flags -strip -auto-orient -trim -flip -flop -negate -normalize -verbose -monochrome -transpose -version -quiet +repage -flatten -ping
  operands read:*
convert, montage, composite, compare, import, conjure
  last write
mogrify
  operands write*
convert, magick, identify, mogrify
  roles file*
  is forgets
exiftool
  source exiftool(1)
  words
  data -dateFormat -coordFormat -charset -lang -sep -separator -fast -ext -extension
  code -if -userparam -api
  load -config -@ -p -printFormat -use -geotag -tagsFromFile
  write -o -out -w -textOut -W -tagOut
  with -json -j -csv -X : read*
  flags -json -j -g -n -s -a -u -U -r -b -H -e -G -S -T -csv -X -l -E -f -v -overwrite_original -q -ver -struct
  operands unknown*
  is forgets
exiv2
  source exiv2(1)
  operands unknown*
exiv2 pr, ~ print
  data -K --key -g --grep -P --print -p
  flags -qv
  operands read*
optipng, pngquant, jpegoptim, gifsicle, oxipng, svgo, mozjpeg
  source optipng(1)
  operands write*
optipng, jpegoptim
  is plain forgets
optipng
  words
  with -simulate : read*
jpegoptim
  with -n --noaction : read*
cwebp, dwebp
  source cwebp(1)
  data -q -z -m -size -psnr -f -preset -segments -pass
  write -o
  words
  flags -lossless -quiet -v -mt -short -noalpha
  operands read
cwebp
  is plain forgets
inkscape, gimp, blender, libreoffice, soffice, unoconv, gs, ghostscript, ps2pdf, rsvg-convert, chromium, google-chrome, chrome
  source gimp(1), https://help.libreoffice.org/latest/en-US/text/shared/guide/start_parameters.html
  code -b --batch --python-expr --actions -c
  load -P --python --python-text --batch-interpreter --session --load-extension --user-data-dir --renderer-cmd-prefix
  load --utility-cmd-prefix
  load --gpu-launcher --browser-subprocess-path
  operands unknown*
gs, ghostscript
  load -f
  operands load*
  stdin code
  words
gimp, blender, inkscape, libreoffice, soffice
  code macro:* vnd.sun.star.script:*
chrome, chromium, google-chrome
  code --ppapi-plugin-launcher
  load --disable-extensions-except
  texts --renderer-cmd-prefix --utility-cmd-prefix --gpu-launcher --browser-subprocess-path
wkhtmltopdf, wkhtmltoimage, weasyprint, prince
  source https://wkhtmltopdf.org/usage/wkhtmltopdf.txt
  code --run-script
  operands place*
  last write
latex, pdflatex, xelatex, lualatex, tex, pdftex, latexmk, tectonic, bibtex, typst, asciidoctor, sphinx-build, mkdocs, hugo,
jekyll, mdbook
  source tex(1), latexmk(1)
  words
  code -e -latex -pdflatex -usepretex
  operands unknown*
latex, pdflatex, xelatex, lualatex, tex, pdftex
  code -output-directory
  operands code*
  stdin code
  is forgets
latexmk
  load -r
  operands load*
  is forgets
pdftotext, pdftohtml
  source pdftotext(1)
  words
  data -f -l -r -x -y -W -H -enc -eol -opw -upw -fixed
  flags -layout -raw -nopgbrk -htmlmeta -bbox -bbox-layout -q -simple -tsv -cropbox -nodiag
  operands read write
pdftotext
  is plain forgets
pdfinfo, pdffonts
  source pdfinfo(1)
  words
  data -f -l -enc -opw -upw
  flags -box -meta -js -struct -struct-text -isodates -rawdates -dests -url -custom -listenc
  operands read
pdfinfo
  is plain forgets
pdftoppm, pdfimages, pdftocairo, pdfseparate, pdfunite, pdfdetach
  source pdftoppm(1), pdfimages(1)
  words
  data -f -l -r -rx -ry -x -y -W -H -sz -scale-to -scale-to-x -scale-to-y -jpegopt -opw -upw
  write -o -savefile
  flags -png -jpeg -jpg -tiff -gray -mono -singlefile -list -all -j -q -svg -pdf -cropbox -p -jp2 -saveall
  operands read*
  last write
pdftoppm
  is plain forgets
pdfgrep
  source pdfgrep(1)
  data -e --regexp -m --max-count -A --after-context -B --before-context -C --context --color --password --include --exclude
  data --page-range
  data --match-prefix-separator
  read -f --file
  instead -e --regexp -f --file
  flags -iHhnpcloqrRPFZ --ignore-case --with-filename --no-filename --page-number --count --only-matching --recursive --perl-regexp
  flags --fixed-strings --quiet --cache --page-count --files-with-matches --files-without-match --unac
  operands data read*
tesseract
  source tesseract(1)
  data --psm --oem --dpi --loglevel
  dir --tessdata-dir
  read --user-words --user-patterns
  unknown -l -c
  flags --list-langs --version --print-parameters
  operands read: write load*
dot, neato, fdp, sfdp, circo, twopi
  source dot(1)
  data -G -N -E -K -s -n
  unknown -T -l
  write -o
  flags -OqVvxy
  operands read*
  stdin unknown
soxi
  source soxi(1)
  flags -trcsdDbBpeaT
  operands read*
qrencode
  source qrencode(1)
  data -s --size -l --level -v --symversion -m --margin -d --dpi -t --type --foreground --background
  read -r --read-from
  write -o --output
  flags -kciS8 --kanji --casesensitive --ignorecase --strict-version --8bit --micro --inline --verbose
  operands data
  stdin data
zbarimg
  source zbarimg(1)
  unknown -S --set
  flags -qv --quiet --verbose --raw --xml --nodisplay --oneshot
  operands unknown*
qpdf
  source https://qpdf.readthedocs.io/en/stable/cli.html
  load --job-json-file @*
  unknown --password
  flags --check --show-npages --show-encryption --requires-password --is-encrypted
  with --check --show-npages --show-encryption --requires-password --is-encrypted : read*
  operands unknown*
`;
